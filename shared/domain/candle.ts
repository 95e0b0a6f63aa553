import { bucketStart } from './period.ts';

/**
 * Candles as columns: `time` in epoch seconds (start, rising), prices in points, volume in ticks.
 * Only the first `length` entries of a column count.
 */
export interface Candles {
  length: number;
  time: Float64Array;
  open: Float64Array;
  high: Float64Array;
  low: Float64Array;
  close: Float64Array;
  volume: Float64Array;
}

/** One candle as a row: [time, open, high, low, close, volume]. */
export type CandleRow = readonly [
  time: number,
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
];

/** The columns, in the order of a row. */
export const CANDLE_COLUMNS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;

export function createCandles(capacity = 512): Candles {
  const column = () => new Float64Array(capacity);
  return {
    length: 0,
    time: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
  };
}

export const candleRow = (candles: Candles, at: number): CandleRow => [
  candles.time[at] ?? 0,
  candles.open[at] ?? 0,
  candles.high[at] ?? 0,
  candles.low[at] ?? 0,
  candles.close[at] ?? 0,
  candles.volume[at] ?? 0,
];

/**
 * The index of the candle of `time`, or where it would be inserted: binary search, after a check of the end for live
 * calls.
 */
export function candleIndex(
  candles: Candles,
  time: number,
): { readonly at: number; readonly found: boolean } {
  let [low, high] = [0, candles.length];
  const last = high > 0 ? (candles.time[high - 1] ?? 0) : Number.NEGATIVE_INFINITY;
  if (time > last) return { at: high, found: false };
  if (time === last) return { at: high - 1, found: true };
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((candles.time[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return { at: low, found: low < candles.length && candles.time[low] === time };
}

/** Puts a whole candle in, replacing the one of the same time. */
export function putCandle(candles: Candles, row: CandleRow): 'added' | 'replaced' {
  const { at, found } = candleIndex(candles, row[0]);
  if (!found) makeRoom(candles, at);
  [
    candles.time[at],
    candles.open[at],
    candles.high[at],
    candles.low[at],
    candles.close[at],
    candles.volume[at],
  ] = row;
  return found ? 'replaced' : 'added';
}

/**
 * Puts a candle in unless a later state of it is held. Volume counts ticks and only grows: of two states of one candle
 * the one with less volume is the earlier.
 * @returns whether it was put in
 */
export function putLatest(candles: Candles, row: CandleRow): boolean {
  const { at, found } = candleIndex(candles, row[0]);
  if (found && row[5] < (candles.volume[at] ?? 0)) return false;
  putCandle(candles, row);
  return true;
}

/**
 * Folds `minutes[from, to)` into one candle: first open, max high, min low, last close, summed volume.
 * @returns undefined for an empty range
 */
export function foldRange(minutes: Candles, from: number, to: number, start: number): CandleRow | undefined {
  if (to <= from) return undefined;
  let high = Number.NEGATIVE_INFINITY;
  let low = Number.POSITIVE_INFINITY;
  let volume = 0;
  for (let i = from; i < to; i++) {
    high = Math.max(high, minutes.high[i] ?? high);
    low = Math.min(low, minutes.low[i] ?? low);
    volume += minutes.volume[i] ?? 0;
  }
  return [start, minutes.open[from] ?? 0, high, low, minutes.close[to - 1] ?? 0, volume];
}

/** Folds one-minute candles into candles of `seconds`; gaps stay gaps. */
export function foldCandles(minutes: Candles, seconds: number): Candles {
  const spanS = (minutes.time[minutes.length - 1] ?? 0) - (minutes.time[0] ?? 0);
  const folded = createCandles(Math.max(16, Math.min(minutes.length, Math.ceil(spanS / seconds) + 1)));
  let from = 0;
  while (from < minutes.length) {
    const start = bucketStart(minutes.time[from] ?? 0, seconds);
    let to = from + 1;
    while (to < minutes.length && (minutes.time[to] ?? 0) < start + seconds) to++;
    const row = foldRange(minutes, from, to, start);
    if (row) putCandle(folded, row);
    from = to;
  }
  return folded;
}

/** The candle of `seconds` around `time`, folded from its held minutes; undefined if there are none. */
export function foldBucket(minutes: Candles, time: number, seconds: number): CandleRow | undefined {
  const start = bucketStart(time, seconds);
  return foldRange(minutes, candleIndex(minutes, start).at, candleIndex(minutes, start + seconds).at, start);
}

/** Drops the oldest candles so that at most `keep` stay. */
export function trimCandles(candles: Candles, keep: number): void {
  const surplus = candles.length - keep;
  if (surplus <= 0) return;
  for (const name of CANDLE_COLUMNS) candles[name].copyWithin(0, surplus, candles.length);
  candles.length = keep;
}

/** The column in twice the memory. */
export function widened(column: Float64Array): Float64Array {
  const wider = new Float64Array(Math.max(16, column.length * 2));
  wider.set(column);
  return wider;
}

/** Twice the room in every column. */
export function growCandles(candles: Candles): void {
  for (const name of CANDLE_COLUMNS) candles[name] = widened(candles[name]);
}

function makeRoom(candles: Candles, at: number): void {
  if (candles.length === candles.time.length) growCandles(candles);
  if (at < candles.length)
    for (const name of CANDLE_COLUMNS) candles[name].copyWithin(at + 1, at, candles.length);
  candles.length++;
}
