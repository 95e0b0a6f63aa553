import { type ReadonlySignal, useComputed } from '@preact/signals-react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { mulDiv } from '../../../shared/domain/money.ts';
import type { Side } from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { IconButton } from '../../components/Button.tsx';
import { NumberStepper } from '../../components/NumberStepper.tsx';
import { Segmented } from '../../components/Segmented.tsx';
import { SigText } from '../../components/SigText.tsx';
import { SwitchInput } from '../../components/Switch.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatSigned, toneOf } from '../../format/money.ts';
import { formatRatio, withPercent } from '../../format/number.ts';
import { stopProblemText } from '../../i18n/problem-text.ts';
import { type Translate, useTranslation } from '../../i18n/use-translation.ts';
import { figures } from '../../state/account.ts';
import { balanceHidden } from '../../state/preferences.ts';
import styles from './StopFields.module.css';
import {
  type StopName,
  stopDecimals,
  stopStep,
  type TicketStops,
  type TypedStopProblem,
} from './stop-units.ts';
import type { StopUnit, TicketDraft } from './ticket-draft.ts';

/** What fields of stops show and change: of an order form, or of an order that exists. */
export interface StopForm {
  readonly instrument: Pick<Instrument, 'precision'>;
  /** Of an order that exists: a distance may be below zero. */
  readonly isHeld?: boolean | undefined;
  readonly draft: ReadonlySignal<TicketDraft>;
  readonly shown: ReadonlySignal<TicketDraft>;
  readonly stops: ReadonlySignal<TicketStops>;
  edit(patch: Partial<TicketDraft>): void;
  editSoon(patch: Partial<TicketDraft>): void;
  /** The text with which an empty stop starts. */
  firstStop(name: StopName): string | undefined;
  /** A price near which a typed one is expected. */
  near(): Price | undefined;
  stopsIn(unit: StopUnit): void;
}

interface StopProps {
  readonly form: StopForm;
  readonly name: StopName;
}

/** A stop in the unit of the user's choice, with its money and what share of the equity that is. */
interface StopRowProps extends StopProps {
  readonly error?: string | undefined;
  /** It cannot be emptied here. */
  readonly isNeeded?: boolean;
}

export function StopRow({ form, name, error, isNeeded = false }: StopRowProps) {
  useSignals();
  const { t } = useTranslation();
  const { instrument, draft, shown } = form;
  const newest = useComputed(() => draft.value[name]);
  const unit = useComputed(() => draft.value.stopUnit).value;
  const decimals = stopDecimals(unit, instrument.precision);
  const scale = 10 ** decimals;
  const label = name === 'stopLoss' ? t('ticket.stop_loss') : t('ticket.take_profit');
  const meaning = () => form.stops.value[name].meaning;
  const money = () => meaning()?.money;
  return (
    <div className={styles.stop} data-stop data-uncovered>
      <NumberStepper
        label={label}
        placeholder={t('ticket.optional')}
        value={shown.value[name]}
        newest={newest}
        onChange={(typed) => form.edit({ [name]: typed })}
        onStep={(stepped) => form.editSoon({ [name]: stepped })}
        step={(from) => stopStep(unit, Math.abs(Math.round(Number(from) * scale))) / scale}
        min={unit === 'price' ? 0 : form.isHeld ? LEAST : 1 / scale}
        decimals={decimals}
        near={() => {
          const reference = unit === 'price' ? form.near() : undefined;
          return reference === undefined ? undefined : reference / scale;
        }}
        unit={unit === 'percent' ? '%' : 'USD'}
        start={() => form.firstStop(name)}
        error={error}
      />
      <p className={styles.means} role="note" data-means>
        <SigText
          className="strong"
          tone={() => toneOf(money())}
          text={() => (money() === undefined ? '' : `${formatSigned(money())} USD`)}
        />
        <SigText
          className="soft"
          words
          text={() => {
            const [amount, equity] = [money(), figures.equity.value];
            // The money beside its share would give a hidden equity away.
            if (amount === undefined || equity === undefined || equity <= 0 || balanceHidden.value) return '';
            return t('ticket.of_equity', { percent: formatRatio(mulDiv(Math.abs(amount), 10_000, equity)) });
          }}
        />
      </p>
      {!isNeeded && (
        <IconButton
          icon="close"
          label={`${t('lines.remove')}: ${label}`}
          onClick={() =>
            // The next stop of a new order does not trail unasked.
            form.edit({ [name]: '', ...(name === 'stopLoss' && !form.isHeld && { trails: undefined }) })
          }
        />
      )}
    </div>
  );
}

/** Far below any distance that is typed. */
const LEAST = -1e9;

/** The unit of both stops, and whether the stop loss trails. */
export function StopUnits({ form, trail }: { readonly form: StopForm; readonly trail: boolean }) {
  useSignals();
  const { t } = useTranslation();
  const unit = useComputed(() => form.draft.value.stopUnit);
  const trails = useComputed(() => form.draft.value.trails);
  const units: readonly { readonly value: StopUnit; readonly label: string }[] = [
    { value: 'price', label: t('ticket.unit_price') },
    { value: 'points', label: t('ticket.unit_points') },
    { value: 'percent', label: withPercent('').trim() },
    { value: 'money', label: t('ticket.unit_money') },
  ];
  return (
    <div className={styles.unit} data-unit data-uncovered>
      <Segmented label={t('ticket.stops_in')} options={units} value={unit.value} onChange={form.stopsIn} />
      {trail && (
        <span className={styles.trail}>
          {t('ticket.trail')}
          <SwitchInput
            label={t('order.reasons.trailing-stop')}
            checked={trails.value === true}
            onChange={(trails) => form.edit({ trails })}
          />
        </span>
      )}
    </div>
  );
}

/** Why the order cannot have the stop that was typed. */
export function typedStopText(
  t: Translate,
  { field, reason }: TypedStopProblem,
  side: Side,
  unit: StopUnit,
  precision: number,
): string {
  switch (reason) {
    case 'unknown':
      return t('ticket.problem.unknown');
    case 'too-near':
      return t('ticket.problem.too_near');
    case 'too-far':
      return t('ticket.problem.too_far');
    case 'too-precise':
    case 'malformed':
    case 'wrong-side':
      break;
  }
  if (reason === 'too-precise' && unit === 'points') return t('order.trail_problem');
  return stopProblemText(t, { field, reason }, side, stopDecimals(unit, precision));
}
