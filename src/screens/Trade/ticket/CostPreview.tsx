import { Amount } from '../../../components/Amount.tsx';
import { Fact } from '../../../components/Fact.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { figures } from '../../../state/account.ts';
import { hideable } from '../../shared/Balance.tsx';
import styles from './Ticket.module.css';
import type { TicketState } from './use-ticket.ts';

/** The cost of the order: margin, fee and the free margin after it. Margins have 6 decimals, balances 2. */
export function CostPreview({ ticket }: { readonly ticket: TicketState }) {
  const { t } = useTranslation();
  const { preview } = ticket;
  return (
    <dl className={`card ${styles.cost}`}>
      <Fact label={t('ticket.margin')} value={<Amount of={() => preview.value?.margin} />} />
      <Fact label={t('ticket.fee')} value={<Amount of={() => preview.value?.fee} />} />
      <Fact label={t('ticket.free_now')} value={() => hideable(figures.freeMargin.value)} />
      <Fact label={t('ticket.free_after')} value={() => hideable(preview.value?.freeAfter)} />
    </dl>
  );
}
