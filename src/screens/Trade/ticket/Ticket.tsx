import { useSignals } from '@preact/signals-react/runtime';
import type { Instrument } from '../../../../shared/instrument.ts';
import { Segmented } from '../../../components/Segmented.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { confirmOrders } from '../../../state/preferences.ts';
import { ConfirmSheet } from './ConfirmSheet.tsx';
import { CostPreview } from './CostPreview.tsx';
import { SizeFields } from './SizeFields.tsx';
import { StopField } from './StopField.tsx';
import { TargetField } from './TargetField.tsx';
import styles from './Ticket.module.css';
import { TicketBar } from './TicketBar.tsx';
import { ToleranceField } from './ToleranceField.tsx';
import { useDesk } from './use-desk.ts';
import { useTicket } from './use-ticket.ts';

/** The order form, with its Sell and Buy in a bar above the tab bar. Nothing of it renders on a tick. */
export function Ticket({ instrument }: { readonly instrument: Instrument }) {
  return <TicketForm key={instrument.id} instrument={instrument} />;
}

function TicketForm({ instrument }: { readonly instrument: Instrument }) {
  useSignals();
  const { t } = useTranslation();
  const ticket = useTicket(instrument);
  const desk = useDesk(ticket);
  const { kind } = ticket.draft.value;
  return (
    <section className={styles.ticket} aria-label={t('ticket.title')}>
      <Segmented
        label={t('ticket.mode')}
        value={kind.type}
        options={[
          { value: 'market', label: t('ticket.market') },
          { value: 'pending', label: t('ticket.pending') },
        ]}
        onChange={(type) => ticket.edit({ kind: type === 'market' ? { type } : { type, target: '' } })}
      />
      {kind.type === 'pending' && <TargetField ticket={ticket} target={kind.target} />}
      <SizeFields ticket={ticket} />
      <StopField ticket={ticket} field="stopLoss" />
      <StopField ticket={ticket} field="takeProfit" />
      <CostPreview ticket={ticket} />
      {kind.type === 'market' && <ToleranceField />}
      {!confirmOrders.value && <p className={styles.note}>{t('ticket.one_tap')}</p>}
      <TicketBar ticket={ticket} desk={desk} />
      <ConfirmSheet ticket={ticket} desk={desk} />
    </section>
  );
}
