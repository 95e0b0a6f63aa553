/*
 * Where the fills of an account are on a chart. Pure; times are in seconds, prices in points.
 */
import { type Candles, candleIndex } from '../../../shared/domain/candle.ts';
import type { ClosedOrder, Position, Side } from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import type { Range } from '../geometry.ts';

/** The most marks in a view: the latest ones in it. */
export const MAX_MARKS = 200;

/** A fill, at the candle that had its price. */
export interface Mark {
  readonly index: number;
  readonly price: Price;
  /** What was dealt: the end of a buy is a sell. */
  readonly side: Side;
  readonly isExit: boolean;
  /** Undefined while the position is open. */
  readonly pair?: Pair;
}

/** Both fills of a closed order. */
export interface Pair {
  readonly entry: Pick<Mark, 'index' | 'price'>;
  readonly exit: Pick<Mark, 'index' | 'price'>;
  readonly profit: number;
}

/** What a chart marks of an order. */
export type Filled = Position | ClosedOrder;

/** The fills of these orders, the latest first. An order has no entry until a candle has had the price of its fill. */
export function marksOf(orders: readonly Filled[], candles: Candles, periodS: number): readonly Mark[] {
  if (candles.length === 0) return [];
  return orders.flatMap((order) => marksOfOrder(order, candles, periodS)).sort((a, b) => b.index - a.index);
}

function marksOfOrder(order: Filled, candles: Candles, periodS: number): readonly Mark[] {
  const isClosed = order.status === 'closed';
  const last = isClosed ? indexAt(candles, periodS, order.closedAt) : candles.length - 1;
  const index = entryIndex(order, candles, periodS, last);
  const entry = index === undefined ? undefined : { index, price: order.openPrice };
  const { side } = order;
  if (!isClosed) return entry ? [{ ...entry, side, isExit: false }] : [];
  const exit = { index: last, price: order.closePrice };
  const pair = entry && { pair: { entry, exit, profit: order.realisedPnl } };
  const out: Mark = { ...exit, side: side === 'buy' ? 'sell' : 'buy', isExit: true, ...pair };
  return entry ? [out, { ...entry, side, isExit: false, ...pair }] : [out];
}

/**
 * The first candle from the order's placing on that has its price. The exchange gives the time of placing alone: a pending
 * order fills later, at a price that the market has not had in between.
 */
function entryIndex(
  { createdAt, openPrice }: Filled,
  candles: Candles,
  periodS: number,
  last: number,
): number | undefined {
  const placed = indexAt(candles, periodS, createdAt);
  // Also a candle whose first tick came after the order, at the price of the candle before it.
  if (placed < 0 || candles.close[placed - 1] === openPrice) return placed;
  for (let i = placed; i <= last; i++)
    if ((candles.low[i] ?? 0) <= openPrice && openPrice <= (candles.high[i] ?? 0)) return i;
  return undefined;
}

/** The newest candle that began by then; below zero before the first one, by as many periods. */
function indexAt(candles: Candles, periodS: number, ms: number): number {
  const { at, found } = candleIndex(candles, ms / 1000);
  if (found) return at;
  return at > 0 ? at - 1 : Math.floor((ms / 1000 - (candles.time[0] ?? 0)) / periodS);
}

/** What is painted of a view: its latest marks without those that are equal to another one, and the pairs of all of them. */
export function seenOf(
  marks: readonly Mark[],
  [from, to]: Range,
): { readonly marks: readonly Mark[]; readonly pairs: ReadonlySet<Pair> } {
  const seen = new Map<string, Mark>();
  const pairs = new Set<Pair>();
  for (const mark of marks) {
    const { index, price, side, isExit, pair } = mark;
    if (index < from || index >= to) continue;
    const place = `${index} ${price} ${side} ${isExit}`;
    if (!seen.has(place) && seen.size >= MAX_MARKS) break;
    // Those that are painted later cover the others.
    if (!seen.has(place)) seen.set(place, mark);
    if (pair) pairs.add(pair);
  }
  return { marks: [...seen.values()].reverse(), pairs };
}
