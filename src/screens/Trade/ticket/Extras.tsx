import { useComputed, useSignalEffect } from '@preact/signals-react';
import { useId, useRef } from 'react';
import { Chips } from '../../../components/Chips.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { formatRatio } from '../../../format/number.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useChoice } from '../../../state/choices.ts';
import { priceTolerance, TOLERANCES } from '../../../state/preferences.ts';
import { StopFields } from './StopFields.tsx';
import styles from './Ticket.module.css';
import type { TicketState } from './use-ticket.ts';

/** Rarely used fields, folded away. They stay open while a stop is set, so that no stop is hidden. */
export function Extras({ ticket }: { readonly ticket: TicketState }) {
  useSignals();
  const { t } = useTranslation();
  const unfolded = useChoice<boolean>('ticket.extras', false);
  const used = useComputed(() => {
    const { stopLoss, takeProfit } = ticket.shown.value;
    return stopLoss !== '' || takeProfit !== '';
  });
  const open = unfolded.value || used.value;
  const id = useId();
  const fields = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    // The field that was emptied, for another price, stays.
    if (!used.value && fields.current?.contains(document.activeElement)) unfolded.value = true;
  });
  return (
    <div>
      <button
        type="button"
        className={`ends soft ${styles.fold}`}
        aria-expanded={open}
        aria-controls={id}
        disabled={used.value}
        onClick={() => {
          unfolded.value = !unfolded.value;
        }}
      >
        <span>{t('ticket.extras')}</span>
        <Icon name={open ? 'up' : 'down'} size={16} />
      </button>
      <div ref={fields} id={id} className={styles.unfolded} hidden={!open}>
        {open && (
          <>
            <StopFields ticket={ticket} />
            {ticket.type.value === 'market' && <ToleranceField />}
          </>
        )}
      </div>
    </div>
  );
}

/** The price tolerance of market orders: a setting for all instruments. */
function ToleranceField() {
  useSignals();
  const { t } = useTranslation();
  return (
    <div className={styles.choice}>
      <span className="soft">{t('ticket.tolerance')}</span>
      <Chips
        label={t('ticket.tolerance')}
        value={priceTolerance.value}
        options={TOLERANCES.map((value) => ({ value, label: formatRatio(value) }))}
        onChange={(value) => {
          priceTolerance.value = value;
        }}
      />
      <p className="faint">{t('ticket.tolerance_hint')}</p>
    </div>
  );
}
