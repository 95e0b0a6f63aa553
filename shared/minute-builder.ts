import { type Candles, candleIndex, createCandles, trimCandles } from './candle.ts';
import { bucketStart } from './period.ts';

/** Builds one-minute candles from ticks. Also counts what it had to drop. */
export interface MinuteBuilder {
  readonly candles: Candles;
  /** Times in ms of each held candle's first and last tick, so that late ticks fall into their place. */
  firstMs: Float64Array;
  lastMs: Float64Array;
  dropped: number;
}

const MINUTE = 60;
const MINUTE_MS = 60_000;

export function createMinuteBuilder(capacity = 512): MinuteBuilder {
  const candles = createCandles(capacity);
  return { candles, firstMs: new Float64Array(capacity), lastMs: new Float64Array(capacity), dropped: 0 };
}

/**
 * Takes a tick (epoch ms, points). One older than the last candle amends its own candle when that is held, else it is
 * dropped and counted; contract, section 5. Ticks of the same ms count in the order in which they come.
 * @returns the index of the candle that changed, or -1 for a dropped tick
 */
export function addTick(builder: MinuteBuilder, timeMs: number, price: number): number {
  const { candles } = builder;
  const last = candles.length - 1;
  const sinceLastMs = last < 0 ? Number.NaN : timeMs - (candles.time[last] ?? 0) * 1_000;
  let at = last;
  if (!(sinceLastMs >= 0 && sinceLastMs < MINUTE_MS)) {
    const start = bucketStart(Math.floor(timeMs / 1_000), MINUTE);
    if (!(sinceLastMs < 0)) return append(builder, start, timeMs, price);
    at = heldIndex(candles, start);
    if (at < 0) {
      builder.dropped++;
      return -1;
    }
  }
  if (price > (candles.high[at] ?? 0)) candles.high[at] = price;
  else if (price < (candles.low[at] ?? 0)) candles.low[at] = price;
  if (timeMs >= (builder.lastMs[at] ?? 0)) {
    candles.close[at] = price;
    builder.lastMs[at] = timeMs;
  } else if (timeMs < (builder.firstMs[at] ?? 0)) {
    candles.open[at] = price;
    builder.firstMs[at] = timeMs;
  }
  candles.volume[at] = (candles.volume[at] ?? 0) + 1;
  return at;
}

/** Keeps the newest `keep` candles. */
export function trimBuilder(builder: MinuteBuilder, keep: number): void {
  const surplus = builder.candles.length - keep;
  if (surplus <= 0) return;
  builder.firstMs.copyWithin(0, surplus, builder.candles.length);
  builder.lastMs.copyWithin(0, surplus, builder.candles.length);
  trimCandles(builder.candles, keep);
}

function heldIndex(candles: Candles, start: number): number {
  const { at, found } = candleIndex(candles, start);
  return found ? at : -1;
}

function append(builder: MinuteBuilder, start: number, timeMs: number, price: number): number {
  const { candles } = builder;
  const at = candles.length;
  if (at === candles.time.length) grow(builder);
  candles.time[at] = start;
  candles.open[at] = price;
  candles.high[at] = price;
  candles.low[at] = price;
  candles.close[at] = price;
  candles.volume[at] = 1;
  builder.firstMs[at] = timeMs;
  builder.lastMs[at] = timeMs;
  candles.length = at + 1;
  return at;
}

function grow(builder: MinuteBuilder): void {
  const size = Math.max(16, builder.candles.length * 2);
  const wider = (from: Float64Array): Float64Array => {
    const to = new Float64Array(size);
    to.set(from);
    return to;
  };
  const { candles } = builder;
  candles.time = wider(candles.time);
  candles.open = wider(candles.open);
  candles.high = wider(candles.high);
  candles.low = wider(candles.low);
  candles.close = wider(candles.close);
  candles.volume = wider(candles.volume);
  builder.firstMs = wider(builder.firstMs);
  builder.lastMs = wider(builder.lastMs);
}
