import { SigText } from '../../../components/SigText.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { formatMoney } from '../../../format/money.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { figures } from '../../../state/account.ts';
import styles from './Ticket.module.css';
import type { TicketState } from './use-ticket.ts';

/** The cost of the order: margin, fee and the free margin after it. Margins have 6 decimals, balances 2. */
export function CostPreview({ ticket }: { readonly ticket: TicketState }) {
  useSignals();
  const { t } = useTranslation();
  const { preview, tooDear } = ticket;
  return (
    <div>
      <dl className={`card ${styles.cost}`}>
        <dt>{t('ticket.margin')}</dt>
        <dd>
          <SigText text={() => formatMoney(preview.value?.margin, 6)} />
        </dd>
        <dt>{t('ticket.fee')}</dt>
        <dd>
          <SigText text={() => formatMoney(preview.value?.fee, 6)} />
        </dd>
        <dt>{t('ticket.free_now')}</dt>
        <dd>
          <SigText text={() => formatMoney(figures.freeMargin.value)} />
        </dd>
        <dt>{t('ticket.free_after')}</dt>
        <dd>
          <SigText text={() => formatMoney(preview.value?.freeAfter)} />
        </dd>
      </dl>
      {tooDear.value && (
        <p className={`warning ${styles.warning}`} role="status">
          {t('ticket.not_enough')}
        </p>
      )}
    </div>
  );
}
