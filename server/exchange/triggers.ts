import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { OrderId } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import { decidingPrice, type TwoPrices } from '../../shared/domain/quote.ts';
import { getOrCreate } from '../../shared/get-or-create.ts';
import type { WorkingOrder } from './state.ts';

/**
 * The trigger prices of working orders. A tick that crosses none of an instrument's triggers costs two
 * comparisons for each of its two prices, however many orders there are.
 */
export interface Triggers {
  /** Adds or updates the order; an order without a trigger price is removed. */
  put(order: WorkingOrder): void;
  remove(id: OrderId): void;
  isReached(order: WorkingOrder, prices: TwoPrices): boolean;
  /** The orders that may have been reached, by rising id; the decision applies the exact rule. */
  reached(instrument: InstrumentId, prices: TwoPrices): readonly WorkingOrder[];
}

/** Orders of an instrument that the same one of its two prices decides about. */
interface Waiting {
  readonly orders: Map<OrderId, WorkingOrder>;
  /** The highest lower trigger and the lowest upper trigger; undefined: recompute. */
  bounds: { readonly low: number; readonly high: number } | undefined;
}

const NONE: readonly WorkingOrder[] = [];

export function createTriggers(): Triggers {
  const byInstrument = new Map<InstrumentId, TwoPrices<Waiting>>();
  const waitingOf = new Map<OrderId, Waiting>();

  const remove = (id: OrderId) => {
    const waiting = waitingOf.get(id);
    if (waiting === undefined) return;
    waiting.orders.delete(id);
    waiting.bounds = undefined;
    waitingOf.delete(id);
  };

  return {
    put(order) {
      const { id, instrumentId } = order.order;
      remove(id);
      const { low, high } = waitsFor(order);
      if (low === Number.NEGATIVE_INFINITY && high === Number.POSITIVE_INFINITY) return;
      const waiting = decidingPrice(order.order, getOrCreate(byInstrument, instrumentId, nobody));
      waiting.orders.set(id, order);
      waiting.bounds = undefined;
      waitingOf.set(id, waiting);
    },
    remove,
    isReached,
    reached(instrument, prices) {
      const both = byInstrument.get(instrument);
      if (both === undefined) return NONE;
      const byBid = reachedOf(both.close, prices.close);
      const byAsk = reachedOf(both.ask, prices.ask);
      if (byAsk.length === 0) return byBid;
      return [...byBid, ...byAsk].sort((a, b) => a.order.id - b.order.id);
    },
  };
}

const nobody = (): TwoPrices<Waiting> => ({
  close: { orders: new Map(), bounds: undefined },
  ask: { orders: new Map(), bounds: undefined },
});

function reachedOf(waiting: Waiting, now: Price): readonly WorkingOrder[] {
  if (waiting.orders.size === 0) return NONE;
  waiting.bounds ??= boundsOf(waiting.orders.values());
  if (now > waiting.bounds.low && now < waiting.bounds.high) return NONE;
  return [...waiting.orders.values()]
    .filter((order) => isReachedBy(order, now))
    .sort((a, b) => a.order.id - b.order.id);
}

export const isReached = (order: WorkingOrder, prices: TwoPrices): boolean =>
  isReachedBy(order, decidingPrice(order.order, prices));

function isReachedBy(order: WorkingOrder, now: Price): boolean {
  const { low, high } = waitsFor(order);
  return now <= low || now >= high;
}

/** The order triggers at or below `low`, or at or above `high`. A stop that trails is watched by `Trails`. */
function waitsFor({ order, waitsBelow }: WorkingOrder): { readonly low: number; readonly high: number } {
  const never = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  if (order.status === 'pending') {
    return waitsBelow ? { ...never, low: order.targetPrice } : { ...never, high: order.targetPrice };
  }
  const stopLoss = order.trailPoints === undefined ? order.stopLoss : undefined;
  const [below, above] = order.side === 'buy' ? [stopLoss, order.takeProfit] : [order.takeProfit, stopLoss];
  return { low: below ?? never.low, high: above ?? never.high };
}

function boundsOf(orders: Iterable<WorkingOrder>): { readonly low: number; readonly high: number } {
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.POSITIVE_INFINITY;
  for (const order of orders) {
    const own = waitsFor(order);
    low = Math.max(low, own.low);
    high = Math.min(high, own.high);
  }
  return { low, high };
}
