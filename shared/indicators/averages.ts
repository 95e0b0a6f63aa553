import type { Candles } from '../domain/candle.ts';

/** An exponential average, seeded with the mean of its first values. NaN stands for "none yet". */
export interface SeededAverage {
  /** The average if `value` were the next one. */
  preview(value: number): number;
  /** Takes the next value. */
  push(value: number): void;
}

/** @param alpha the weight of a new value: 2 / (n + 1) for an EMA, 1 / n for Wilder's average */
function createSeededAverage(length: number, alpha: number): SeededAverage {
  /** Number of values, and their sum until there are `length` of them, then the average. */
  const state = { count: 0, value: 0 };

  function next(value: number): number {
    if (state.count >= length) return state.value + alpha * (value - state.value);
    const sum = state.value + value;
    return state.count + 1 === length ? sum / length : sum;
  }

  return {
    preview: (value) => (state.count + 1 < length ? Number.NaN : next(value)),
    push(value) {
      state.value = next(value);
      state.count++;
    },
  };
}

export const createEma = (length: number): SeededAverage => createSeededAverage(length, 2 / (length + 1));
export const createWilder = (length: number): SeededAverage => createSeededAverage(length, 1 / length);

/** The mean of the last `length` values; NaN until there are as many. Each push sums them again: rounding errors do not add up. */
export function createMean(length: number): SeededAverage {
  const earlier: number[] = [];
  let sum = 0;
  return {
    preview: (value) => (earlier.length < length - 1 ? Number.NaN : (sum + value) / length),
    push(value) {
      earlier.push(value);
      if (earlier.length > length - 1) earlier.shift();
      sum = earlier.reduce((all, one) => all + one, 0);
    },
  };
}

/** Mean and population deviation of the last `length` closes. NaN until there are as many. */
export interface CloseWindow {
  /** With the candle at `at` as the last of the window, in O(1). */
  mean(candles: Candles, at: number): number;
  deviation(candles: Candles, at: number): number;
  /** Takes the candle at `at` as closed: sums the window again, so that rounding errors do not add up. O(length), once a candle. */
  push(candles: Candles, at: number): void;
}

export function createCloseWindow(length: number): CloseWindow {
  // The closed part of the window: all but its last candle. `squares`: squared distances from its mean.
  const state = { mean: 0, squares: 0, count: 0 };
  const earlier = length - 1;
  const mean = (close: number) =>
    state.count < earlier ? Number.NaN : state.mean + (close - state.mean) / length;

  return {
    mean: ({ close }, at) => mean(close[at] ?? Number.NaN),
    // Welford: adding a value to a window whose mean and squares are known.
    deviation({ close }, at) {
      const value = close[at] ?? Number.NaN;
      return Math.sqrt((state.squares + (value - state.mean) * (value - mean(value))) / length);
    },
    push({ close }, at) {
      state.count = Math.min(earlier, state.count + 1);
      if (state.count < earlier || earlier === 0) return;
      const base = close[at] ?? 0;
      let sum = 0;
      for (let i = at - earlier + 1; i <= at; i++) sum += (close[i] ?? 0) - base;
      state.mean = base + sum / earlier;
      let squares = 0;
      for (let i = at - earlier + 1; i <= at; i++) squares += ((close[i] ?? 0) - state.mean) ** 2;
      state.squares = squares;
    },
  };
}
