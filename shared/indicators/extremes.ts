import type { Candles } from '../domain/candle.ts';

/** Lowest low and highest high of the last `length` candles. NaN until there are as many. */
export interface Extremes {
  /** With the candle at `at` as the last one, in O(1). */
  lowest(candles: Candles, at: number): number;
  highest(candles: Candles, at: number): number;
  /** Takes the candle at `at` as closed. O(length), once a candle. */
  push(candles: Candles, at: number): void;
}

export function createExtremes(length: number): Extremes {
  /** The closed part of the window: all but its last candle. */
  const earlier = length - 1;
  const state = { count: 0, lowest: Number.POSITIVE_INFINITY, highest: Number.NEGATIVE_INFINITY };
  const known = (value: number): number => (state.count < earlier ? Number.NaN : value);
  return {
    lowest: ({ low }, at) => known(Math.min(state.lowest, low[at] ?? Number.NaN)),
    highest: ({ high }, at) => known(Math.max(state.highest, high[at] ?? Number.NaN)),
    push({ low, high }, at) {
      state.count = Math.min(earlier, state.count + 1);
      state.lowest = Number.POSITIVE_INFINITY;
      state.highest = Number.NEGATIVE_INFINITY;
      for (let i = Math.max(0, at - earlier + 1); i <= at; i++) {
        state.lowest = Math.min(state.lowest, low[i] ?? Number.NaN);
        state.highest = Math.max(state.highest, high[i] ?? Number.NaN);
      }
    },
  };
}
