import { useComputed } from '@preact/signals-react';
import { mulDiv } from '../../../../shared/domain/money.ts';
import { IconButton } from '../../../components/Button.tsx';
import { NumberStepper } from '../../../components/NumberStepper.tsx';
import { Segmented } from '../../../components/Segmented.tsx';
import { SigText } from '../../../components/SigText.tsx';
import { SwitchInput } from '../../../components/Switch.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { formatSigned, toneOf } from '../../../format/money.ts';
import { formatRatio, withPercent } from '../../../format/number.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { figures } from '../../../state/account.ts';
import { balanceHidden } from '../../../state/preferences.ts';
import styles from './Ticket.module.css';
import type { StopUnit } from './ticket-draft.ts';
import { type StopName, stopDecimals, stopStep } from './ticket-stops.ts';
import { problemText } from './ticket-text.ts';
import type { TicketState } from './use-ticket.ts';

interface StopProps {
  readonly ticket: TicketState;
  readonly name: StopName;
}

/** A stop in the unit of the user's choice, with its money and what share of the equity that is. */
export function StopRow({ ticket, name }: StopProps) {
  useSignals();
  const { t } = useTranslation();
  const { instrument, draft, shown, problems } = ticket;
  const newest = useComputed(() => draft.value[name]);
  const unit = useComputed(() => draft.value.stopUnit).value;
  const decimals = stopDecimals(unit, instrument.precision);
  const scale = 10 ** decimals;
  const label = name === 'stopLoss' ? t('ticket.stop_loss') : t('ticket.take_profit');
  const meaning = () => ticket.stops.value[name].meaning;
  const money = () => meaning()?.money;
  return (
    <div className={styles.stop}>
      <NumberStepper
        label={label}
        placeholder={t('ticket.optional')}
        value={shown.value[name]}
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
      <p className={styles.means} role="note">
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
      <IconButton
        icon="close"
        label={t('lines.remove', { label })}
        onClick={() => ticket.edit({ [name]: '' })}
      />
    </div>
  );
}

/** The unit of both stops, and whether the stop loss trails. */
export function StopUnits({ ticket, name }: StopProps) {
  useSignals();
  const { t } = useTranslation();
  const unit = useComputed(() => ticket.draft.value.stopUnit);
  const trails = useComputed(() => ticket.draft.value.trails);
  const units: readonly { readonly value: StopUnit; readonly label: string }[] = [
    { value: 'price', label: t('ticket.unit_price') },
    { value: 'points', label: t('ticket.unit_points') },
    { value: 'percent', label: withPercent('').trim() },
    { value: 'money', label: t('ticket.unit_money') },
  ];
  return (
    <div className={styles.unit}>
      <Segmented label={t('ticket.stops_in')} options={units} value={unit.value} onChange={ticket.stopsIn} />
      {name === 'stopLoss' && (
        <span className={styles.trail}>
          {t('ticket.trail')}
          <SwitchInput
            label={t('order.reasons.trailing-stop')}
            checked={trails.value === true}
            onChange={(trails) => ticket.edit({ trails })}
          />
        </span>
      )}
    </div>
  );
}
