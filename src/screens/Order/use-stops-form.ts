import { computed, type ReadonlySignal } from '@preact/signals-react';
import { useMemo, useState } from 'react';
import type { Money } from '../../../shared/domain/money.ts';
import type { PendingOrder, Position } from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { parseStops, type StopProblem, type StopTexts } from '../../format/stops.ts';
import { instrumentOf } from '../../state/market.ts';
import { useRate } from '../../state/use-rate.ts';
import { stakeOf, stopReference, stopTexts } from './order-model.ts';
import type { OrderActions } from './use-order-actions.ts';

/** The form for both stops of an order. */
export interface StopsFormState {
  readonly order: Position | PendingOrder;
  readonly texts: StopTexts;
  readonly problems: readonly StopProblem[];
  readonly busy: ReadonlySignal<boolean>;
  /** What the stops are judged by, as it is now. */
  reference(): Price | undefined;
  stake(field: keyof StopTexts): Money | undefined;
  edit(field: keyof StopTexts, text: string): void;
  save(): void;
  /** Fills the form with the order's stops, then goes on. */
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
