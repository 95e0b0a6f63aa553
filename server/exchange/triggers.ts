import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { OrderId } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import type { WorkingOrder } from './state.ts';

/**
 * The trigger prices of working orders. A tick that crosses none of an instrument's triggers costs two
 * comparisons, however many orders there are.
 */
export interface Triggers {
  /** Adds or updates the order; an order without a trigger price is removed. */
  put(order: WorkingOrder): void;
  remove(id: OrderId): void;
  isReached(order: WorkingOrder, price: Price): boolean;
  /** The orders that may have been reached, by rising id; the decision applies the exact rule. */
  reached(instrument: InstrumentId, price: Price): readonly WorkingOrder[];
}

interface Waiting {
  readonly orders: Map<OrderId, WorkingOrder>;
  /** The highest lower trigger and the lowest upper trigger; undefined: recompute. */
  bounds: { readonly low: number; readonly high: number } | undefined;
}

export function createTriggers(): Triggers {
  const byInstrument = new Map<InstrumentId, Waiting>();
  const instrumentOf = new Map<OrderId, InstrumentId>();

  const remove = (id: OrderId) => {
    const instrument = instrumentOf.get(id);
    const waiting = instrument === undefined ? undefined : byInstrument.get(instrument);
    if (waiting === undefined) return;
    waiting.orders.delete(id);
    waiting.bounds = undefined;
    instrumentOf.delete(id);
  };

  return {
    put(order) {
      const { id, instrumentId } = order.order;
      remove(id);
      const { low, high } = waitsFor(order);
      if (low === Number.NEGATIVE_INFINITY && high === Number.POSITIVE_INFINITY) return;
      const waiting = byInstrument.get(instrumentId) ?? { orders: new Map(), bounds: undefined };
      waiting.orders.set(id, order);
      waiting.bounds = undefined;
      byInstrument.set(instrumentId, waiting);
      instrumentOf.set(id, instrumentId);
    },
    remove,
    isReached,
    reached(instrument, price) {
      const waiting = byInstrument.get(instrument);
      if (waiting === undefined || waiting.orders.size === 0) return [];
      waiting.bounds ??= boundsOf(waiting.orders.values());
      if (price > waiting.bounds.low && price < waiting.bounds.high) return [];
      return [...waiting.orders.values()]
        .filter((order) => isReached(order, price))
        .sort((a, b) => a.order.id - b.order.id);
    },
  };
}

export function isReached(order: WorkingOrder, price: Price): boolean {
  const { low, high } = waitsFor(order);
  return price <= low || price >= high;
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
