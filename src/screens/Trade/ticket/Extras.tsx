import { useComputed } from '@preact/signals-react';
import { useId, useState } from 'react';
import { Chips } from '../../../components/Chips.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { PriceStepper } from '../../../components/trading/PriceStepper.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { formatRatio } from '../../../format/number.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { priceTolerance, TOLERANCES } from '../../../state/preferences.ts';
import styles from './Ticket.module.css';
import { problemText } from './ticket-text.ts';
import type { TicketState } from './use-ticket.ts';

/** Rarely used fields, folded away. They stay open while a stop is set, so that no stop is hidden. */
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
    <div>
      <button
        type="button"
        className={`ends soft ${styles.fold}`}
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

interface StopFieldProps {
  readonly ticket: TicketState;
  readonly field: 'stopLoss' | 'takeProfit';
}

const SIDES = ['buy', 'sell'] as const;

/** A stop loss or take profit, and below it the profit or loss at it, for the side on which it is valid. */
function StopField({ ticket, field }: StopFieldProps) {
  useSignals();
  const { t } = useTranslation();
  const { instrument, draft, problems } = ticket;
  const text = draft.value[field];
  return (
    <PriceStepper
      label={field === 'stopLoss' ? t('ticket.stop_loss') : t('ticket.take_profit')}
      placeholder={t('ticket.optional')}
      value={text}
      onChange={(typed) => ticket.edit({ [field]: typed })}
      precision={instrument.precision}
      from={ticket.reference}
      error={problemText(t, problems.value, field, instrument)}
      stakes={
        text === ''
          ? []
          : SIDES.map((side) => ({
              words: t(`ticket.stake_${side}`),
              amount: () => ticket.stake(field, side),
            }))
      }
    />
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
