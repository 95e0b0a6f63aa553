import { useComputed } from '@preact/signals-react';
import type { ReactNode } from 'react';
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
import { problemText } from './ticket-text.ts';
import type { TicketState } from './use-ticket.ts';

const SHARES = [25, 50, 75, 100] as const;

interface SizeFieldsProps {
  readonly ticket: TicketState;
  /** Fields between both. */
  readonly children?: ReactNode;
}

/** Lots, with sizes to choose, and the multiple. */
export function SizeFields({ ticket, children }: SizeFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className={styles.size}>
        <LotsField ticket={ticket} />
        <SizeChips ticket={ticket} />
      </div>
      {children}
      <div className={styles.choice}>
        <span className="soft">{t('ticket.multiple')}</span>
        {ticket.instrument.multiples.length === 0 ? (
          <p className={`warning ${styles.warning}`}>{t('trade.no_mult_config')}</p>
        ) : (
          <MultipleChips ticket={ticket} />
        )}
      </div>
    </>
  );
}

/** Shares of the largest possible size, and the size traded last in the line of the label, where it moves nothing. */
function SizeChips({ ticket }: { readonly ticket: TicketState }) {
  useSignals();
  const { t } = useTranslation();
  const last = ticket.lastSize.value;
  return (
    <>
      <Chips
        label={t('ticket.size')}
        value={undefined}
        options={SHARES.map((value) => ({
          value,
          label: value === 100 ? t('ticket.size_max') : withPercent(String(value)),
        }))}
        onChange={ticket.fill}
      />
      {last !== undefined && (
        <button type="button" className={`soft ${styles.last}`} onClick={ticket.fillLast}>
          {t('ticket.size_last', { lots: formatLots(last) })}
        </button>
      )}
    </>
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

function MultipleChips({ ticket }: { readonly ticket: TicketState }) {
  useSignals();
  const { t } = useTranslation();
  const multiple = useComputed(() => ticket.draft.value.multiple);
  const problem = problemText(t, ticket.problems.value, 'multiple', ticket.instrument);
  return (
    <>
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
    </>
  );
}
