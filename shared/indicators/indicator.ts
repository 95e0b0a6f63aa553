import type { Candles } from '../domain/candle.ts';
import { bucketStart } from '../domain/period.ts';
import { createCloseWindow, createEma, createWilder } from './averages.ts';
import type { IndicatorSpec } from './spec.ts';

/*
 * Indicators over the candles of one period, candle by candle; definitions: docs/recordings.md, "Indicators". The worker
 * and the command line compute with them. They hold no candles, only the state after the closed ones, so a tick costs the same
 * whatever the length and the history. No prices in text, no colours and no settings may come in.
 */

/** Values are in the candles' unit of price, RSI from 0 to 100. NaN where too few candles precede. */
export interface Indicator {
  /** Number of values of a candle: Bollinger lower, middle, upper; MACD line, signal, histogram; one for the others. */
  readonly width: number;
  /** Writes the values of the candle at `at`, which follows the closed ones, to `out[offset…]`. Changes no state; O(1). */
  preview(candles: Candles, at: number, out: Float64Array, offset: number): void;
  /** Takes the candle at `at` as closed. Every candle must be pushed once, in order. */
  push(candles: Candles, at: number): void;
}

export function createIndicator(spec: IndicatorSpec): Indicator {
  switch (spec.kind) {
    case 'sma':
      return createSma(spec.length);
    case 'ema':
      return createCloseEma(spec.length);
    case 'bollinger':
      return createBollinger(spec.length, spec.deviations);
    case 'rsi':
      return createRsi(spec.length);
    case 'macd':
      return createMacd(spec.fast, spec.slow, spec.signal);
    case 'atr':
      return createAtr(spec.length);
    case 'vwap':
      return createVwap();
  }
}

const closeAt = ({ close }: Candles, at: number): number => close[at] ?? Number.NaN;

function createSma(length: number): Indicator {
  const window = createCloseWindow(length);
  return {
    width: 1,
    preview(candles, at, out, offset) {
      out[offset] = window.mean(candles, at);
    },
    push: window.push,
  };
}

function createCloseEma(length: number): Indicator {
  const average = createEma(length);
  return {
    width: 1,
    preview(candles, at, out, offset) {
      out[offset] = average.preview(closeAt(candles, at));
    },
    push: (candles, at) => average.push(closeAt(candles, at)),
  };
}

function createBollinger(length: number, deviations: number): Indicator {
  const window = createCloseWindow(length);
  return {
    width: 3,
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
function createRsi(length: number): Indicator {
  const gains = createWilder(length);
  const losses = createWilder(length);
  let previous = Number.NaN;
  const gain = (close: number) => Math.max(0, close - previous);
  const loss = (close: number) => Math.max(0, previous - close);
  return {
    width: 1,
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

function createMacd(fastLength: number, slowLength: number, signalLength: number): Indicator {
  const fast = createEma(fastLength);
  const slow = createEma(slowLength);
  const signal = createEma(signalLength);
  // Averages of distances from the first close: the line is their small difference, and prices would round it.
  let base = Number.NaN;
  const distance = (candles: Candles, at: number) => (Number.isNaN(base) ? 0 : closeAt(candles, at) - base);
  const lineAt = (value: number) => fast.preview(value) - slow.preview(value);
  return {
    width: 3,
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
function createAtr(length: number): Indicator {
  const average = createWilder(length);
  let previous = Number.NaN;
  function range({ high, low }: Candles, at: number): number {
    const top = high[at] ?? Number.NaN;
    const bottom = low[at] ?? Number.NaN;
    if (Number.isNaN(previous)) return top - bottom;
    return Math.max(top, previous) - Math.min(bottom, previous);
  }
  return {
    width: 1,
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
function createVwap(): Indicator {
  let day = Number.NaN;
  let money = 0;
  let volume = 0;
  const dayOf = ({ time }: Candles, at: number) => bucketStart(time[at] ?? Number.NaN, DAY_S);
  const volumeAt = (candles: Candles, at: number) => candles.volume[at] ?? 0;
  const moneyAt = (candles: Candles, at: number) =>
    (((candles.high[at] ?? 0) + (candles.low[at] ?? 0) + closeAt(candles, at)) / 3) * volumeAt(candles, at);
  return {
    width: 1,
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
