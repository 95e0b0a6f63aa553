import { computed, type ReadonlySignal } from '@preact/signals-react';
import { useMemo, useState } from 'react';
import type { Money } from '../../../shared/domain/money.ts';
import type { PendingOrder, Position } from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { Button } from '../../components/Button.tsx';
import { SigText } from '../../components/SigText.tsx';
import { PriceStepper } from '../../components/trading/PriceStepper.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatPrice } from '../../format/number.ts';
import { parseStops, type StopProblem, type StopTexts } from '../../format/stops.ts';
import { stopProblemText } from '../../i18n/problem-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { instrumentOf } from '../../state/market.ts';
import { useRate } from '../../state/use-rate.ts';
import { ActButton } from './ActButton.tsx';
import styles from './OrderSheet.module.css';
import { stakeOf, stopReference, stopTexts } from './order-model.ts';
import type { OrderActions } from './use-order-actions.ts';

/** Stop loss and take profit of an order, with their reference price and the profit or loss at each. */
export function StopsForm({ form }: { readonly form: StopsFormState }) {
  const { t } = useTranslation();
  const { order } = form;
  return (
    <div className="fields">
      <p className={`ends soft ${styles.reference}`}>
        {order.status === 'pending' ? t('order.target_price') : t('order.market_price')}
        <SigText className={styles.price} text={() => formatPrice(form.reference(), order.precision)} />
      </p>
      <StopInput form={form} field="stopLoss" />
      <StopInput form={form} field="takeProfit" />
      <p className="faint">{t('order.stops_hint')}</p>
    </div>
  );
}

function StopInput({ form, field }: { readonly form: StopsFormState; readonly field: StopProblem['field'] }) {
  const { t } = useTranslation();
  const { order, problems } = form;
  const problem = problems.find((one) => one.field === field);
  return (
    <PriceStepper
      label={field === 'stopLoss' ? t('order.stop_loss') : t('order.stop_profit')}
      placeholder={t('order.none')}
      value={form.texts[field]}
      onChange={(text) => form.edit(field, text)}
      precision={order.precision}
      from={form.reference}
      error={problem && stopProblemText(t, problem, order.side, order.precision)}
      stakes={[{ amount: () => form.stake(field) }]}
    />
  );
}

interface StopsFooterProps {
  readonly form: StopsFormState;
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

/** State of the form for both stops of an order. */
interface StopsFormState {
  readonly order: Position | PendingOrder;
  readonly texts: StopTexts;
  readonly problems: readonly StopProblem[];
  readonly busy: ReadonlySignal<boolean>;
  /** The current reference price of the stops. */
  reference(): Price | undefined;
  stake(field: keyof StopTexts): Money | undefined;
  edit(field: keyof StopTexts, text: string): void;
  save(): void;
  /** Returns a handler that fills the form with the order's stops and calls `then`. */
  open(then: () => void): () => void;
}

/** @param now the live price */
export function useStopsForm(
  order: Position | PendingOrder,
  now: ReadonlySignal<Price | undefined>,
  actions: OrderActions,
  onSaved: () => void,
): StopsFormState {
  const [texts, setTexts] = useState(() => stopTexts(order));
  const [problems, setProblems] = useState<readonly StopProblem[]>([]);
  const instrument = instrumentOf(order.instrumentId);
  const rate = useRate(instrument);
  const busy = useMemo(() => computed(() => actions.underway.value.has(order.id)), [actions, order.id]);
  return {
    order,
    texts,
    problems,
    busy,
    reference: () => stopReference(order, now.value),
    stake: (field) =>
      stakeOf(order, field, texts[field], stopReference(order, now.value), instrument, rate.value),
    edit(field, text) {
      setTexts({ ...texts, [field]: text });
      setProblems(problems.filter((problem) => problem.field !== field));
    },
    save() {
      const stops = parseStops(texts, order.precision, order.side, stopReference(order, now.peek()));
      setProblems(stops.ok ? [] : stops.error);
      if (!stops.ok) return;
      void actions.changeStops(order, stops.value).then((done) => {
        if (done) onSaved();
      });
    },
    open: (then) => () => {
      setTexts(stopTexts(order));
      setProblems([]);
      then();
    },
  };
}
