import { useComputed } from '@preact/signals-react';
import { useId, useState } from 'react';
import { Icon } from '../../../components/Icon.tsx';
import { useSignals } from '../../../components/useSignals.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { StopField } from './StopField.tsx';
import styles from './Ticket.module.css';
import { ToleranceField } from './ToleranceField.tsx';
import type { TicketState } from './use-ticket.ts';

/** What most orders go without, folded away; never while a stop is set, so that no order has one unseen. */
export function Extras({ ticket }: { readonly ticket: TicketState }) {
  useSignals();
  const { t } = useTranslation();
  const [unfolded, setUnfolded] = useState(false);
  const used = useComputed(() => {
    const { stopLoss, takeProfit } = ticket.draft.value;
    return stopLoss !== '' || takeProfit !== '';
  });
  const open = unfolded || used.value;
  const id = useId();
  return (
    <div className={styles.extras}>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={open}
        aria-controls={id}
        disabled={used.value}
        onClick={() => setUnfolded(!unfolded)}
      >
        <span>{t('ticket.extras')}</span>
        <Icon name={open ? 'up' : 'down'} size={16} />
      </button>
      <div id={id} className={styles.unfolded} hidden={!open}>
        {open && (
          <>
            <StopField ticket={ticket} field="stopLoss" />
            <StopField ticket={ticket} field="takeProfit" />
            {ticket.type.value === 'market' && <ToleranceField />}
          </>
        )}
      </div>
    </div>
  );
}
