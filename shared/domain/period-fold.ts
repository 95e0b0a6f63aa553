import { type Candles, candleIndex, createCandles, foldRange, putCandle } from './candle.ts';
import { bucketStart } from './period.ts';

/**
 * Candles of a longer period that follow one instrument's minutes. Keeps the fold of the newest candle's minutes without the
 * last one, so that a change of the last minute costs the same for every period.
 */
export interface PeriodFold {
  readonly seconds: number;
  candles: Candles;
  /** Start of the newest candle, its last minute, and the fold of its minutes before that one; see `AT`. */
  readonly newest: Float64Array;
}

/** Indices of `PeriodFold.newest`: a typed array, since changing numbers in an object would be allocated one by one. */
const AT = { start: 0, minute: 1, earlier: 2, open: 3, high: 4, low: 5, volume: 6 } as const;

export const createPeriodFold = (seconds: number, candles = createCandles()): PeriodFold => ({
  seconds,
  candles,
  newest: new Float64Array(7).fill(Number.NaN),
});

/**
 * Folds the candle around `minutes[at]`, which was added or amended. Must be called for every change; the minutes must
 * cover whole buckets.
 * @returns the candle's index
 */
export function takeMinute(fold: PeriodFold, minutes: Candles, at: number): number {
  const { seconds, candles, newest } = fold;
  const time = minutes.time[at] ?? Number.NaN;
  const start = newest[AT.start] ?? Number.NaN;
  const last = candles.length - 1;
  if (candles.time[last] !== start) return refold(fold, minutes, at);
  if (time !== newest[AT.minute]) {
    const isNext = time < start + seconds && minutes.time[at - 1] === newest[AT.minute];
    if (!isNext) return refold(fold, minutes, at);
    closeMinute(newest, minutes, at - 1);
    newest[AT.minute] = time;
  }
  candles.open[last] = (newest[AT.earlier] === 0 ? minutes.open[at] : newest[AT.open]) ?? 0;
  candles.high[last] = Math.max(newest[AT.high] ?? 0, minutes.high[at] ?? 0);
  candles.low[last] = Math.min(newest[AT.low] ?? 0, minutes.low[at] ?? 0);
  candles.close[last] = minutes.close[at] ?? 0;
  candles.volume[last] = (newest[AT.volume] ?? 0) + (minutes.volume[at] ?? 0);
  return last;
}

/** Adds a finished minute to the fold of the earlier ones. */
function closeMinute(newest: Float64Array, minutes: Candles, at: number): void {
  if (newest[AT.earlier] === 0) newest[AT.open] = minutes.open[at] ?? 0;
  newest[AT.earlier] = (newest[AT.earlier] ?? 0) + 1;
  newest[AT.high] = Math.max(newest[AT.high] ?? 0, minutes.high[at] ?? 0);
  newest[AT.low] = Math.min(newest[AT.low] ?? 0, minutes.low[at] ?? 0);
  newest[AT.volume] = (newest[AT.volume] ?? 0) + (minutes.volume[at] ?? 0);
}

/** Folds the whole bucket again: for a new candle, or after a change of an earlier minute. */
function refold({ seconds, candles, newest }: PeriodFold, minutes: Candles, at: number): number {
  const start = bucketStart(minutes.time[at] ?? 0, seconds);
  const from = candleIndex(minutes, start).at;
  const to = candleIndex(minutes, start + seconds).at;
  const row = foldRange(minutes, from, to, start);
  if (row !== undefined) putCandle(candles, row);
  if (!(start < (newest[AT.start] ?? Number.NaN))) {
    const earlier = foldRange(minutes, from, to - 1, start);
    newest[AT.start] = start;
    newest[AT.minute] = minutes.time[to - 1] ?? Number.NaN;
    newest[AT.earlier] = to - 1 - from;
    newest[AT.open] = earlier?.[1] ?? Number.NaN;
    newest[AT.high] = earlier?.[2] ?? Number.NEGATIVE_INFINITY;
    newest[AT.low] = earlier?.[3] ?? Number.POSITIVE_INFINITY;
    newest[AT.volume] = earlier?.[5] ?? 0;
  }
  return candleIndex(candles, start).at;
}
