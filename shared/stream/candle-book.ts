import {
  type CandleRow,
  type Candles,
  candleIndex,
  candleRow,
  createCandles,
  putCandle,
  putLatest,
  trimCandles,
} from '../domain/candle.ts';
import { bucketStart } from '../domain/period.ts';
import { createPeriodFold, takeMinute } from '../domain/period-fold.ts';

const MINUTE_S = 60;
/** Candles held of one chart, a month of minutes; 48 bytes each. */
export const MAX_HELD_CANDLES = 50_000;
/** Minutes held for folding: twice the longest period, and some more. */
const MAX_HELD_MINUTES = 3_000;
const KEPT_MINUTES = 1_500;

/** The result of one load of history. */
export interface CandleHistory {
  /** Oldest first; the last may still be changing. */
  readonly candles: readonly CandleRow[];
  /** One-minute candles from the start of the last candle on; unused for the one-minute period. */
  readonly minutes: readonly CandleRow[];
}

/** The candles of one chart: the server's history, and the latest buckets folded here from minutes. */
export interface CandleBook {
  readonly held: Candles;
  /**
   * Takes the first history, or the seam after a pause. It replaces everything from its first candle on.
   * @returns whether earlier candles were kept
   */
  join(history: CandleHistory): 'continued' | 'replaced';
  /** Takes the current minute. @returns the candle that changed, undefined if the row was ignored */
  put(minute: CandleRow): CandleRow | undefined;
  /** Adds candles that are older than the first one held. */
  prepend(candles: readonly CandleRow[]): void;
  /** Whether no minute can be missing between the held ones and this one. */
  reaches(minute: CandleRow): boolean;
}

export function createCandleBook(seconds: number): CandleBook {
  const isMinutes = seconds === MINUTE_S;
  let held = createCandles();
  let minutes = isMinutes ? held : createCandles();
  let fold = createPeriodFold(seconds, held);
  /** Minutes are complete from here on: only buckets that start here or later may be folded. */
  let wholeFrom = Number.POSITIVE_INFINITY;

  function join({ candles, minutes: fetched }: CandleHistory): 'continued' | 'replaced' {
    const first = candles[0]?.[0];
    if (first === undefined) return 'continued';
    const isMet = held.length > 0 && first <= (held.time[held.length - 1] ?? 0);
    // A page that does not reach the held candles would leave a hole: drop them, older candles load on demand.
    held.length = isMet ? candleIndex(held, first).at : 0;
    for (const row of candles) putCandle(held, row);
    if (!isMinutes) joinMinutes(candles.at(-1)?.[0] ?? first, fetched);
    return isMet ? 'continued' : 'replaced';
  }

  function joinMinutes(from: number, fetched: readonly CandleRow[]): void {
    minutes = createCandles(KEPT_MINUTES);
    for (const row of fetched) putCandle(minutes, row);
    fold = createPeriodFold(seconds, held);
    wholeFrom = from;
    for (let at = 0; at < minutes.length; at++) foldAround(at);
  }

  function foldAround(at: number): CandleRow | undefined {
    if (bucketStart(minutes.time[at] ?? 0, seconds) < wholeFrom) return undefined;
    return candleRow(held, takeMinute(fold, minutes, at));
  }

  function trim(): void {
    trimCandles(held, MAX_HELD_CANDLES);
    if (isMinutes || minutes.length <= MAX_HELD_MINUTES) return;
    trimCandles(minutes, KEPT_MINUTES);
    wholeFrom = Math.max(wholeFrom, bucketStart((minutes.time[0] ?? 0) - 1, seconds) + seconds);
  }

  return {
    get held() {
      return held;
    },
    join,
    put(minute) {
      const { at, found } = candleIndex(minutes, minute[0]);
      if (!found && at < minutes.length) return undefined;
      if (!putLatest(minutes, minute)) return undefined;
      const changed = isMinutes ? minute : foldAround(at);
      trim();
      return changed;
    },
    prepend(candles) {
      const older = candles.filter(([time]) => held.length === 0 || time < (held.time[0] ?? 0));
      if (older.length === 0) return;
      const joined = createCandles(older.length + held.length + 64);
      for (const row of older) putCandle(joined, row);
      for (let at = 0; at < held.length; at++) putCandle(joined, candleRow(held, at));
      if (isMinutes) minutes = joined;
      held = joined;
      fold.candles = joined;
    },
    reaches(minute) {
      const last = minutes.length - 1;
      return last >= 0 && minute[0] <= (minutes.time[last] ?? 0);
    },
  };
}
