import { addMoney, type Money, ZERO_MONEY } from '../../../shared/domain/money.ts';
import type { ClosedOrder, UnfilledOrder } from '../../../shared/domain/order.ts';
import { startOfDay } from '../../format/day.ts';

/** Closed, or cancelled by the exchange at its price. */
export type HistoryOrder = ClosedOrder | UnfilledOrder;

/** The orders closed on one day. */
export interface HistoryDay {
  readonly startMs: number;
  readonly orders: readonly HistoryOrder[];
  /** The day's realised profit; undefined while more orders of the day may follow. */
  readonly sum: Money | undefined;
}

/** @param isDone whether `orders`, the latest first, are all there are */
export function daysOf(orders: readonly HistoryOrder[], isDone: boolean): readonly HistoryDay[] {
  const days = new Map<number, HistoryOrder[]>();
  for (const order of orders) {
    const start = startOfDay(order.closedAt);
    const day = days.get(start);
    if (day === undefined) days.set(start, [order]);
    else day.push(order);
  }
  return [...days].map(([startMs, own], at) => ({
    startMs,
    orders: own,
    sum: isDone || at < days.size - 1 ? sumOf(own) : undefined,
  }));
}

const sumOf = (orders: readonly HistoryOrder[]): Money =>
  orders.reduce(
    (sum, order) => (order.status === 'closed' ? addMoney(sum, order.realisedPnl) : sum),
    ZERO_MONEY,
  );
