import { useComputed } from '@preact/signals-react';
import { SIDES } from '../../../../shared/domain/order.ts';
import { NumberStepper } from '../../../components/NumberStepper.tsx';
import { Segmented } from '../../../components/Segmented.tsx';
import { SigText } from '../../../components/SigText.tsx';
import { type Stake, StakedField } from '../../../components/trading/StakedField.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { formatPrice, formatRatio, formatScaled, UNKNOWN, withPercent } from '../../../format/number.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from './StopFields.module.css';
import type { StopUnit } from './ticket-draft.ts';
import { type StopName, stopDecimals, stopStep } from './ticket-stops.ts';
import { problemText } from './ticket-text.ts';
import type { TicketState } from './use-ticket.ts';

/** Both stops in a unit of the user's choice, each with its meaning in the other units, and the reward of the risk. */
export function StopFields({ ticket }: { readonly ticket: TicketState }) {
  useSignals();
  const { t } = useTranslation();
  const unit = useComputed(() => ticket.draft.value.stopUnit);
  const units: readonly { readonly value: StopUnit; readonly label: string }[] = [
    { value: 'price', label: t('ticket.unit_price') },
    { value: 'points', label: t('ticket.unit_points') },
    { value: 'percent', label: withPercent('').trim() },
    { value: 'money', label: t('ticket.unit_money') },
  ];
  return (
    <>
      <Segmented label={t('ticket.stops_in')} options={units} value={unit.value} onChange={ticket.stopsIn} />
      <StopField ticket={ticket} name="stopLoss" unit={unit.value} />
      <StopField ticket={ticket} name="takeProfit" unit={unit.value} />
      <p className={`ends soft ${styles.reward}`}>
        <span>{t('ticket.reward')}</span>
        <SigText
          className="strong"
          text={() => {
            const tenths = ticket.stops.value.reward;
            return tenths === undefined ? UNKNOWN : `1 : ${formatScaled(tenths, 1)}`;
          }}
        />
      </p>
    </>
  );
}

interface StopFieldProps {
  readonly ticket: TicketState;
  readonly name: StopName;
  /** Of `draft`, as a step is. */
  readonly unit: StopUnit;
}

function StopField({ ticket, name, unit }: StopFieldProps) {
  useSignals();
  const { t } = useTranslation();
  const { instrument, draft, shown, problems } = ticket;
  const text = shown.value[name];
  const newest = useComputed(() => draft.value[name]);
  const decimals = stopDecimals(unit, instrument.precision);
  const scale = 10 ** decimals;
  const stake: Stake = {
    name,
    words: () => {
      const side = ticket.stops.value[name].meaning?.side;
      return side ? t(`ticket.stake_${side}`) : '';
    },
    amount: () => ticket.stops.value[name].meaning?.money,
  };
  return (
    <div>
      <StakedField stakes={text === '' ? [] : [stake]}>
        <NumberStepper
          label={name === 'stopLoss' ? t('ticket.stop_loss') : t('ticket.take_profit')}
          placeholder={t('ticket.optional')}
          value={text}
          newest={newest}
          onChange={(typed) => ticket.edit({ [name]: typed })}
          onStep={(stepped) => ticket.editSoon({ [name]: stepped })}
          step={(from) => stopStep(unit, Math.round(Number(from) * scale)) / scale}
          min={unit === 'price' ? 0 : 1 / scale}
          decimals={decimals}
          near={() => {
            const reference = unit === 'price' ? ticket.sides[shown.value.stopSide].closing() : undefined;
            return reference === undefined ? undefined : reference / scale;
          }}
          unit={unit === 'percent' ? '%' : 'USD'}
          start={() => ticket.firstStop(name)}
          error={problemText(t, problems.value, name, instrument)}
        />
      </StakedField>
      {text !== '' && <Meaning ticket={ticket} name={name} unit={unit} />}
    </div>
  );
}

/** The stop in the units in which it was not typed. */
function Meaning({ ticket, name, unit }: StopFieldProps) {
  const { t } = useTranslation();
  const { precision } = ticket.instrument;
  return (
    <p className={`faint ${styles.meaning}`}>
      {unit !== 'points' && (
        <SigText
          text={() => {
            const points = ticket.stops.value[name].meaning?.points;
            return points === undefined
              ? ''
              : t('ticket.points', { count: points, points: formatScaled(points, 0) });
          }}
        />
      )}
      {unit !== 'percent' && (
        <SigText
          text={() => {
            const percent = ticket.stops.value[name].meaning?.percent;
            return percent === undefined ? '' : t('ticket.of_margin', { percent: formatRatio(percent) });
          }}
        />
      )}
      {unit !== 'price' &&
        SIDES.map((side) => (
          <SigText
            key={side}
            text={() => {
              const at = ticket.stopPrice(name, side);
              return at === undefined ? '' : `${t(`ticket.stake_${side}`)} ${formatPrice(at, precision)}`;
            }}
          />
        ))}
    </p>
  );
}
