import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { OrderId, Position } from '../../shared/domain/order.ts';
import { type Price, price } from '../../shared/domain/price.ts';
import { closingPrice, type TwoPrices } from '../../shared/domain/quote.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { grown } from '../grown.ts';
import type { WorkingOrder } from './state.ts';

/**
 * The trailing stops of open positions as they stand at the newest tick, ahead of the stored ones. A tick costs two
 * comparisons for each side of its instrument, and one pass over the columns of the side that it moves or touches.
 */
export interface Trails {
  /**
   * Adds or replaces the order's stop, or removes it if the order has none that trails. A stop that has moved further than the
   * stored one stays, unless the user has set a new one.
   * @param now when the owner is notified of the order as it is
   */
  put(order: WorkingOrder, now: TimestampMs): void;
  remove(id: OrderId): void;
  /** The stop no longer moves, until the next `put`: the order is about to be closed. */
  freeze(id: OrderId): void;
  /** Ticks that were not taken here have moved the stop to this price, unless it has moved further. */
  move(id: OrderId, stop: Price): void;
  /** The stop as it stands; undefined if none trails. */
  stopOf(id: OrderId): Price | undefined;
  /** Moves stops of the instrument. @returns the orders whose stop is touched by the price that they close at, by rising id */
  take(instrument: InstrumentId, prices: TwoPrices): readonly WorkingOrder[];
  /** The orders whose stop has moved since their `put`, and the times of those. */
  moved(): Generator<{ readonly order: WorkingOrder; readonly putAt: TimestampMs }>;
}

interface Entry {
  order: WorkingOrder;
  putAt: TimestampMs;
  readonly side: Side;
  /** The row in its side's columns; undefined while frozen. */
  at: number | undefined;
  /** The stop while frozen. */
  frozenAt: number;
}

/**
 * One side of an instrument. Prices of sells are negated, so that on both sides a stop lies below the price and only
 * rises. `high` is the highest stop, `low` the lowest price that moves a stop; both may be too wide after a removal.
 */
interface Side {
  readonly sign: 1 | -1;
  stops: Float64Array<ArrayBuffer>;
  distances: Float64Array<ArrayBuffer>;
  readonly entries: Entry[];
  high: number;
  low: number;
}

const NONE: readonly WorkingOrder[] = [];
const FIRST_ROWS = 16;

/** @param onMoved called when a price has moved stops */
export function createTrails(onMoved: () => void): Trails {
  const entries = new Map<OrderId, Entry>();
  const buys = new Map<InstrumentId, Side>();
  const sells = new Map<InstrumentId, Side>();

  const remove = (id: OrderId) => {
    const entry = entries.get(id);
    if (entry === undefined) return;
    takeOut(entry);
    entries.delete(id);
  };

  return {
    put(order, now) {
      const position = order.order;
      const before = entries.get(position.id);
      remove(position.id);
      if (!isTrailing(position)) return;
      const sides = position.side === 'buy' ? buys : sells;
      const side = sides.get(position.instrumentId) ?? createSide(position.side === 'buy' ? 1 : -1);
      sides.set(position.instrumentId, side);
      const stored = position.stopLoss * side.sign;
      const stop = before && isSameTrail(before.order, order) ? Math.max(stored, stopIn(before)) : stored;
      const entry: Entry = { order, putAt: now, side, at: undefined, frozenAt: stop };
      putIn(entry, position.trailPoints);
      entries.set(position.id, entry);
    },
    remove,
    freeze(id) {
      const entry = entries.get(id);
      if (entry) takeOut(entry);
    },
    move(id, to) {
      const entry = entries.get(id);
      if (entry === undefined || to * entry.side.sign <= stopIn(entry)) return;
      const { trailPoints } = entry.order.order;
      takeOut(entry);
      entry.frozenAt = to * entry.side.sign;
      putIn(entry, trailPoints ?? 0);
      onMoved();
    },
    stopOf(id) {
      const entry = entries.get(id);
      return entry && price(stopIn(entry) * entry.side.sign);
    },
    take(instrument, prices) {
      const [buy, sell] = [buys.get(instrument), sells.get(instrument)];
      const touched = buy === undefined ? NONE : takeSide(buy, closingPrice('buy', prices), onMoved);
      if (sell === undefined) return touched;
      const others = takeSide(sell, -closingPrice('sell', prices), onMoved);
      if (touched.length === 0) return others;
      return [...touched, ...others].sort((a, b) => a.order.id - b.order.id);
    },
    *moved() {
      for (const entry of entries.values()) {
        const { order, putAt, side } = entry;
        if (order.order.stopLoss !== stopIn(entry) * side.sign) yield { order, putAt };
      }
    },
  };
}

type Trailing = Position & Required<Pick<Position, 'stopLoss' | 'trailPoints'>>;

const isTrailing = (order: WorkingOrder['order']): order is Trailing =>
  order.status === 'open' && order.trailPoints !== undefined && order.stopLoss !== undefined;

/** An order that was loaded again does not know when its stop was set. */
export const isSameTrail = (before: WorkingOrder, after: WorkingOrder): boolean =>
  before.order.trailPoints === after.order.trailPoints &&
  (after.trail === undefined || after.trail === before.trail);

const createSide = (sign: 1 | -1): Side => ({
  sign,
  stops: new Float64Array(FIRST_ROWS),
  distances: new Float64Array(FIRST_ROWS),
  entries: [],
  high: Number.NEGATIVE_INFINITY,
  low: Number.POSITIVE_INFINITY,
});

const stopIn = ({ side, at, frozenAt }: Entry): number =>
  at === undefined ? frozenAt : (side.stops[at] ?? frozenAt);

function putIn(entry: Entry, distance: number): void {
  const { side, frozenAt } = entry;
  const at = side.entries.length;
  if (at === side.stops.length) {
    side.stops = grown(side.stops);
    side.distances = grown(side.distances);
  }
  side.stops[at] = frozenAt;
  side.distances[at] = distance;
  side.entries.push(entry);
  side.high = Math.max(side.high, frozenAt);
  side.low = Math.min(side.low, frozenAt + distance);
  entry.at = at;
}

/** The last row takes the free place. */
function takeOut(entry: Entry): void {
  const { side, at } = entry;
  if (at === undefined) return;
  entry.frozenAt = stopIn(entry);
  entry.at = undefined;
  const last = side.entries.pop();
  if (last === undefined || last === entry) return;
  const from = side.entries.length;
  side.stops[at] = side.stops[from] ?? 0;
  side.distances[at] = side.distances[from] ?? 0;
  side.entries[at] = last;
  last.at = at;
}

function takeSide(side: Side, now: number, onMoved: () => void): readonly WorkingOrder[] {
  if (now > side.high && now <= side.low) return NONE;
  const { stops, distances, entries } = side;
  let touched: WorkingOrder[] | undefined;
  let hasMoved = false;
  let [high, low] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let at = 0; at < entries.length; at++) {
    const distance = distances[at] ?? 0;
    let stop = stops[at] ?? 0;
    if (now - distance > stop) {
      stop = now - distance;
      stops[at] = stop;
      hasMoved = true;
    } else if (now <= stop) {
      const entry = entries[at];
      if (entry) {
        touched ??= [];
        touched.push(entry.order);
      }
    }
    high = Math.max(high, stop);
    low = Math.min(low, stop + distance);
  }
  side.high = high;
  side.low = low;
  if (hasMoved) onMoved();
  return touched?.sort((a, b) => a.order.id - b.order.id) ?? NONE;
}
