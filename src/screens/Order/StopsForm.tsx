import { computed, type ReadonlySignal, type Signal, useSignal } from '@preact/signals-react';
import { useLayoutEffect, useMemo } from 'react';
import type { PendingOrder, Position } from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { Button } from '../../components/Button.tsx';
import { SigText } from '../../components/SigText.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatPrice } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { instrumentOf } from '../../state/market.ts';
import { useRate } from '../../state/use-rate.ts';
import { ActButton } from '../shared/ActButton.tsx';
import { canBreakEven, stopReference } from '../shared/order-model.ts';
import { createOrderStops, type OrderStopForm } from '../shared/order-stops.ts';
import { StopRow, StopUnits, typedStopText } from '../shared/StopFields.tsx';
import type { StopName, TypedStopProblem } from '../shared/stop-units.ts';
import type { OrderActions } from '../shared/use-order-actions.ts';
import styles from './OrderSheet.module.css';

/** Stop loss and take profit of an order, with their reference price and the profit or loss at each. */
export function StopsForm({ form }: { readonly form: StopsFormState }) {
  useSignals();
  const { t } = useTranslation();
  const { order, stops } = form;
  const trails = useMemo(() => computed(() => stops.draft.value.trails === true), [stops]);
  return (
    <div className="fields">
      <p className={`ends soft ${styles.reference}`}>
        {order.status === 'pending' ? t('order.target_price') : t('order.market_price')}
        <SigText className={styles.price} text={() => formatPrice(form.reference(), order.precision)} />
      </p>
      <StopUnits form={stops} trail />
      <StopInput form={form} name="stopLoss" />
      {trails.value ? <p className="faint">{t('order.trail_hint')}</p> : <BreakEven form={form} />}
      <StopInput form={form} name="takeProfit" />
      <p className="faint">{t('order.stops_hint')}</p>
    </div>
  );
}

/** Puts the stop loss at the opening price; there only while the price allows it. */
function BreakEven({ form }: { readonly form: StopsFormState }) {
  const { t } = useTranslation();
  const { order, stops } = form;
  useSignals();
  if (!form.isBreakEvenOffered.value || order.status !== 'open') return null;
  return (
    <Button
      variant="quiet"
      size="s"
      onClick={() => stops.edit({ stopLoss: stops.stops.peek().stopLoss.textAt(order.openPrice) })}
    >
      {t('order.break_even')}
    </Button>
  );
}

function StopInput({ form, name }: { readonly form: StopsFormState; readonly name: StopName }) {
  useSignals();
  const { t } = useTranslation();
  const { order, problems, stops } = form;
  const problem = problems.value.find(({ field }) => field === name);
  const unit = stops.draft.peek().stopUnit;
  return (
    <StopRow
      form={stops}
      name={name}
      error={problem && typedStopText(t, problem, order.side, unit, order.precision)}
    />
  );
}

interface StopsFooterProps {
  readonly form: Pick<StopsFormState, 'busy' | 'save'>;
  readonly onBack: () => void;
}

export function StopsFooter({ form, onBack }: StopsFooterProps) {
  useSignals();
  const { t } = useTranslation();
  return (
    <>
      <Button variant="quiet" onClick={onBack}>
        {t('public.back')}
      </Button>
      <ActButton variant="primary" wide busy={form.busy.value} onClick={form.save}>
        {t('order.save_stops')}
      </ActButton>
    </>
  );
}

/** State of the form for both stops of an order, which another device may move while it is open. */
interface StopsFormState {
  readonly order: Position | PendingOrder;
  readonly stops: OrderStopForm;
  /** Found by the last tap. */
  readonly problems: Signal<readonly TypedStopProblem[]>;
  readonly busy: ReadonlySignal<boolean>;
  /** Whether the price allows a stop loss at the opening price. */
  readonly isBreakEvenOffered: ReadonlySignal<boolean>;
  /** The current reference price of the stops. */
  reference(): Price | undefined;
  save(): void;
  /** Returns a handler that begins with the order's stops and calls `then`. */
  open(then: () => void): () => void;
}

/** @param now the live price */
export function useStopsForm(
  order: Position | PendingOrder,
  now: ReadonlySignal<Price | undefined>,
  actions: OrderActions,
  onSaved: () => void,
): StopsFormState {
  const instrument = instrumentOf(order.instrumentId);
  const rate = useRate(instrument);
  const problems = useSignal<readonly TypedStopProblem[]>([]);
  const current = useSignal(order);
  useLayoutEffect(() => {
    current.value = order;
  }, [current, order]);
  const stops = useMemo(
    () =>
      createOrderStops({
        order: current,
        instrument,
        rate,
        now,
        onEdit(names) {
          problems.value = problems.peek().filter(({ field }) => !names.includes(field));
        },
      }),
    [current, instrument, rate, now, problems],
  );
  const busy = useMemo(() => computed(() => actions.underway.value.has(order.id)), [actions, order.id]);
  const isBreakEvenOffered = useMemo(() => computed(() => canBreakEven(order, now.value)), [order, now]);
  return {
    order,
    stops,
    problems,
    busy,
    isBreakEvenOffered,
    reference: () => stopReference(order, now.value),
    save() {
      const read = stops.read();
      problems.value = read.ok ? [] : read.error;
      if (!read.ok) return;
      void actions.changeStops(order, read.value).then((done) => {
        if (done) onSaved();
      });
    },
    open: (then) => () => {
      stops.reset();
      problems.value = [];
      then();
    },
  };
}
