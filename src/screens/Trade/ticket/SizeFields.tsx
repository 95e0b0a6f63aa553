import { useComputed } from '@preact/signals-react';
import { volumeToWire } from '../../../../shared/domain/volume.ts';
import { MAX_ORDER_LOTS } from '../../../../shared/limits.ts';
import { Chips } from '../../../components/Chips.tsx';
import { NumberStepper } from '../../../components/NumberStepper.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { formatLots } from '../../../format/money.ts';
import { withPercent } from '../../../format/number.ts';
import { lotsText, stepDecimals } from '../../../format/parse.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from './Ticket.module.css';
import { FELT_PERCENT } from './ticket-preview.ts';
import { problemText } from './ticket-text.ts';
import type { TicketState } from './use-ticket.ts';

const SHARES = [25, 50, 100] as const;

/** Lots, and beside them shares of the largest possible size and the size traded last. */
export function LotsRow({ ticket }: { readonly ticket: TicketState }) {
  useSignals();
  const { t } = useTranslation();
  const last = ticket.lastSize.value;
  const offered = ticket.offeredSize.value;
  return (
    <div className={styles.lots} data-uncovered>
      <LotsField ticket={ticket} />
      <fieldset className={styles.quick} aria-label={t('ticket.size')}>
        {SHARES.map((percent) => (
          <button
            key={percent}
            type="button"
            translate={percent === 100 ? undefined : 'no'}
            onClick={() => ticket.fill(percent)}
          >
            {percent === 100 ? t('ticket.size_max') : withPercent(String(percent))}
          </button>
        ))}
        {last !== undefined && (
          <button type="button" data-lots={formatLots(last)} onClick={() => ticket.fillSize(last)}>
            <span className={styles.last}>{t('ticket.size_last', { lots: formatLots(last) })}</span>
          </button>
        )}
        {offered !== undefined && (
          <button
            type="button"
            title={t('ticket.of_equity', { percent: withPercent(String(FELT_PERCENT)) })}
            translate="no"
            onClick={() => ticket.fillSize(offered)}
          >
            <span className={styles.last}>{withPercent(String(FELT_PERCENT))} </span>
            {formatLots(offered)}
          </button>
        )}
      </fieldset>
    </div>
  );
}

function LotsField({ ticket }: { readonly ticket: TicketState }) {
  useSignals();
  const { t } = useTranslation();
  const { instrument, lots, problems, sides } = ticket;
  const newest = useComputed(() => ticket.draft.value.lots);
  const { lotStep, minVolume } = instrument;
  return (
    <NumberStepper
      label={t('ticket.lots')}
      value={lots.value}
      newest={newest}
      onChange={(text) => ticket.edit({ lots: text })}
      onStep={(text) => ticket.editSoon({ lots: text })}
      step={volumeToWire(lotStep)}
      min={volumeToWire(minVolume > lotStep ? minVolume : lotStep)}
      max={MAX_ORDER_LOTS}
      decimals={stepDecimals(lotStep)}
      error={
        problemText(t, problems.value, 'lots', instrument) ??
        (sides.buy.tooDear.value ? t('ticket.not_enough') : undefined)
      }
      hint={
        ticket.lastSize.value === undefined
          ? t('ticket.lots_hint', { step: lotsText(lotStep, lotStep), min: lotsText(minVolume, lotStep) })
          : undefined
      }
    />
  );
}

/** The multiple, or why the instrument cannot be traded. */
export function MultipleChips({ ticket }: { readonly ticket: TicketState }) {
  useSignals();
  const { t } = useTranslation();
  const multiple = useComputed(() => ticket.draft.value.multiple);
  const problem = problemText(t, ticket.problems.value, 'multiple', ticket.instrument);
  if (ticket.instrument.multiples.length === 0)
    return <p className={`warning ${styles.warning}`}>{t('trade.no_mult_config')}</p>;
  return (
    <div className={styles.choice}>
      <Chips
        label={t('ticket.multiple')}
        value={multiple.value}
        options={ticket.instrument.multiples.map((value) => ({
          value,
          label: t('ticket.multiple_value', { value }),
        }))}
        onChange={(value) => ticket.editSoon({ multiple: value })}
      />
      {problem !== undefined && (
        <p className={`warning ${styles.warning}`} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
