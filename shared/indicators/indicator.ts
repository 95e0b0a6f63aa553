import type { Candles } from '../domain/candle.ts';
import { bucketStart } from '../domain/period.ts';
import { createCloseWindow, createEma, createMean, createWilder } from './averages.ts';
import { factsOf, type IndicatorKind, type IndicatorSpec, type SpecOf } from './kinds.ts';

/*
 * Indicators over the candles of one period, candle by candle; definitions: docs/recordings.md, "Indicators". The worker
 * and the command line compute with them. They hold no candles, only the state after the closed ones, so a tick costs the same
 * whatever the history, and but for CCI whatever the length. No prices in text, no colours and no settings may come in.
 */

/** Values are in the candles' unit of price, or numbers without one. NaN where too few candles precede. */
interface Computing {
  /**
   * Writes the values of the candle at `at`, which follows the closed ones, to `out[offset…]`. Changes no state; O(1), of a
   * CCI O(length).
   */
  preview(candles: Candles, at: number, out: Float64Array, offset: number): void;
  /** Takes the candle at `at` as closed. Every candle must be pushed once, in order. */
  push(candles: Candles, at: number): void;
}

export interface Indicator extends Computing {
  /** Number of values of a candle. */
  readonly width: number;
}

const COMPUTING: { readonly [K in IndicatorKind]: (spec: SpecOf[K]) => Computing } = {
  sma: ({ length }) => createSma(length),
  ema: ({ length }) => createCloseEma(length),
  bollinger: ({ length, deviations }) => createBollinger(length, deviations),
  vwap: createVwap,
  ichimoku: createIchimoku,
  rsi: ({ length }) => createRsi(length),
  macd: ({ fast, slow, signal }) => createMacd(fast, slow, signal),
  atr: ({ length }) => createAtr(length),
  stochastic: ({ length, signal }) => createStochastic(length, signal),
  cci: ({ length }) => createCci(length),
};

export function createIndicator(spec: IndicatorSpec): Indicator {
  // The kind says which of them takes this spec.
  const create = COMPUTING[spec.kind] as (spec: IndicatorSpec) => Computing;
  return { width: factsOf(spec.kind).width, ...create(spec) };
}

const closeAt = ({ close }: Candles, at: number): number => close[at] ?? Number.NaN;

function createSma(length: number): Computing {
  const window = createCloseWindow(length);
  return {
    preview(candles, at, out, offset) {
      out[offset] = window.mean(candles, at);
    },
    push: window.push,
  };
}

function createCloseEma(length: number): Computing {
  const average = createEma(length);
  return {
    preview(candles, at, out, offset) {
      out[offset] = average.preview(closeAt(candles, at));
    },
    push: (candles, at) => average.push(closeAt(candles, at)),
  };
}

/** Lower, middle and upper band. */
function createBollinger(length: number, deviations: number): Computing {
  const window = createCloseWindow(length);
  return {
    preview(candles, at, out, offset) {
      const middle = window.mean(candles, at);
      const distance = deviations * window.deviation(candles, at);
      out[offset] = middle - distance;
      out[offset + 1] = middle;
      out[offset + 2] = middle + distance;
    },
    push: window.push,
  };
}

/** Wilder's: 100 without a loss, 50 without any change. */
function createRsi(length: number): Computing {
  const gains = createWilder(length);
  const losses = createWilder(length);
  let previous = Number.NaN;
  const gain = (close: number) => Math.max(0, close - previous);
  const loss = (close: number) => Math.max(0, previous - close);
  return {
    preview(candles, at, out, offset) {
      const close = closeAt(candles, at);
      const up = gains.preview(gain(close));
      const down = losses.preview(loss(close));
      out[offset] = up + down === 0 ? 50 : (100 * up) / (up + down);
    },
    push(candles, at) {
      const close = closeAt(candles, at);
      if (!Number.isNaN(previous)) {
        gains.push(gain(close));
        losses.push(loss(close));
      }
      previous = close;
    },
  };
}

/** Line, signal and histogram. */
function createMacd(fastLength: number, slowLength: number, signalLength: number): Computing {
  const fast = createEma(fastLength);
  const slow = createEma(slowLength);
  const signal = createEma(signalLength);
  // Averages of distances from the first close: the line is their small difference, and prices would round it.
  let base = Number.NaN;
  const distance = (candles: Candles, at: number) => (Number.isNaN(base) ? 0 : closeAt(candles, at) - base);
  const lineAt = (value: number) => fast.preview(value) - slow.preview(value);
  return {
    preview(candles, at, out, offset) {
      const line = lineAt(distance(candles, at));
      const smoothed = Number.isNaN(line) ? line : signal.preview(line);
      out[offset] = line;
      out[offset + 1] = smoothed;
      out[offset + 2] = line - smoothed;
    },
    push(candles, at) {
      if (Number.isNaN(base)) base = closeAt(candles, at);
      const value = distance(candles, at);
      const line = lineAt(value);
      if (!Number.isNaN(line)) signal.push(line);
      fast.push(value);
      slow.push(value);
    },
  };
}

/** Wilder's average of true ranges; the first candle's is high - low. */
function createAtr(length: number): Computing {
  const average = createWilder(length);
  let previous = Number.NaN;
  function range({ high, low }: Candles, at: number): number {
    const top = high[at] ?? Number.NaN;
    const bottom = low[at] ?? Number.NaN;
    if (Number.isNaN(previous)) return top - bottom;
    return Math.max(top, previous) - Math.min(bottom, previous);
  }
  return {
    preview(candles, at, out, offset) {
      out[offset] = average.preview(range(candles, at));
    },
    push(candles, at) {
      average.push(range(candles, at));
      previous = closeAt(candles, at);
    },
  };
}

const DAY_S = 86_400;

/** From 00:00 UTC, or from the first candle if that is later. NaN before the day's first volume. */
function createVwap(): Computing {
  let day = Number.NaN;
  let money = 0;
  let volume = 0;
  const dayOf = ({ time }: Candles, at: number) => bucketStart(time[at] ?? Number.NaN, DAY_S);
  const volumeAt = (candles: Candles, at: number) => candles.volume[at] ?? 0;
  const moneyAt = (candles: Candles, at: number) =>
    (((candles.high[at] ?? 0) + (candles.low[at] ?? 0) + closeAt(candles, at)) / 3) * volumeAt(candles, at);
  return {
    preview(candles, at, out, offset) {
      const isSameDay = dayOf(candles, at) === day;
      const total = (isSameDay ? volume : 0) + volumeAt(candles, at);
      out[offset] = total > 0 ? ((isSameDay ? money : 0) + moneyAt(candles, at)) / total : Number.NaN;
    },
    push(candles, at) {
      if (dayOf(candles, at) !== day) {
        day = dayOf(candles, at);
        money = 0;
        volume = 0;
      }
      money += moneyAt(candles, at);
      volume += volumeAt(candles, at);
    },
  };
}

/** Lowest low and highest high of the last `length` candles. NaN until there are as many. */
interface Extremes {
  /** With the candle at `at` as the last one, in O(1). */
  lowest(candles: Candles, at: number): number;
  highest(candles: Candles, at: number): number;
  /** Takes the candle at `at` as closed. O(length), once a candle. */
  push(candles: Candles, at: number): void;
}

function createExtremes(length: number): Extremes {
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

/** K, 50 without a range, and D, its simple average. */
function createStochastic(length: number, signal: number): Computing {
  const range = createExtremes(length);
  const average = createMean(signal);
  function valueAt(candles: Candles, at: number): number {
    const lowest = range.lowest(candles, at);
    const distance = range.highest(candles, at) - lowest;
    return distance === 0 ? 50 : (100 * (closeAt(candles, at) - lowest)) / distance;
  }
  return {
    preview(candles, at, out, offset) {
      const value = valueAt(candles, at);
      out[offset] = value;
      out[offset + 1] = average.preview(value);
    },
    push(candles, at) {
      const value = valueAt(candles, at);
      if (!Number.isNaN(value)) average.push(value);
      range.push(candles, at);
    },
  };
}

/** Lambert's scale: most values then lie between -100 and 100. */
const CCI_SCALE = 0.015;

/** 0 where all typical prices are equal. */
function createCci(length: number): Computing {
  /** Three typical prices: their sum has no rounding, and the scale drops out. */
  const typicalAt = ({ high, low, close }: Candles, at: number): number =>
    (high[at] ?? 0) + (low[at] ?? 0) + (close[at] ?? 0);
  return {
    preview(candles, at, out, offset) {
      const first = at + 1 - length;
      if (first < 0) {
        out[offset] = Number.NaN;
        return;
      }
      // Distances from one of them: prices would round the small differences.
      const base = typicalAt(candles, at);
      let sum = 0;
      for (let i = first; i <= at; i++) sum += typicalAt(candles, i) - base;
      const mean = sum / length;
      let distances = 0;
      for (let i = first; i <= at; i++) distances += Math.abs(typicalAt(candles, i) - base - mean);
      out[offset] = distances === 0 ? 0 : -mean / ((CCI_SCALE * distances) / length);
    },
    // The candles have all that it needs.
    push() {},
  };
}

/** Conversion, base, leading A and leading B, each at the candle at which it is computed. */
function createIchimoku({ conversion, base, leading }: SpecOf['ichimoku']): Computing {
  const [short, middle, long] = [createExtremes(conversion), createExtremes(base), createExtremes(leading)];
  const centreOf = (part: Extremes, candles: Candles, at: number): number =>
    (part.highest(candles, at) + part.lowest(candles, at)) / 2;
  return {
    preview(candles, at, out, offset) {
      const [quick, slow] = [centreOf(short, candles, at), centreOf(middle, candles, at)];
      out[offset] = quick;
      out[offset + 1] = slow;
      out[offset + 2] = (quick + slow) / 2;
      out[offset + 3] = centreOf(long, candles, at);
    },
    push(candles, at) {
      for (const part of [short, middle, long]) part.push(candles, at);
    },
  };
}
