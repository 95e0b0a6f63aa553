import { stopAt, stopReached } from '../../shared/domain/order.ts';
import { type Price, price } from '../../shared/domain/price.ts';
import { decidingPrice } from '../../shared/domain/quote.ts';
import type { Tick } from '../feed/market.ts';
import type { WorkingOrder } from './state.ts';
import { isReached } from './triggers.ts';

interface CaughtUp {
  /** The trailing stop after these ticks, or before the one that touched the order; undefined if none trails. */
  readonly stop: Price | undefined;
  /** The first tick that reached the target or a stop. */
  readonly touchedBy: Tick | undefined;
}

/**
 * What would have become of an order, had it been watched while these ticks came.
 * @param ticks of its instrument, since it was decided on as it is
 */
export function catchUp(order: WorkingOrder, ticks: readonly Tick[]): CaughtUp {
  const { side, trailPoints } = order.order;
  const isTrailing = order.order.status === 'open' && trailPoints !== undefined;
  let stop = isTrailing ? order.order.stopLoss : undefined;
  for (const tick of ticks) {
    if (isReached(order, tick)) return { stop, touchedBy: tick };
    if (stop === undefined || trailPoints === undefined) continue;
    const now = decidingPrice(order.order, tick);
    const next = price(Math.max(1, stopAt(side, now, trailPoints)));
    if (side === 'buy' ? next > stop : next < stop) stop = next;
    else if (stopReached(side, now, stop, undefined)) return { stop, touchedBy: tick };
  }
  return { stop, touchedBy: undefined };
}
