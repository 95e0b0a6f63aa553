import type { Candles } from '../../shared/domain/candle.ts';

/**
 * Computes Heikin-Ashi candles from index `from` on into `out`: the close is the mean of a candle's four prices, the open
 * the middle of the previous Heikin-Ashi body (of its own open and close for the first), high and low include both. They
 * keep fractions of points. Times and volumes are those of the candles.
 */
export function takeHeikinAshi(out: Candles, candles: Candles, from: number): void {
  const { open, high, low, close, length } = candles;
  out.time = candles.time;
  out.volume = candles.volume;
  out.length = length;
  for (const name of ['open', 'high', 'low', 'close'] as const) {
    if (out[name].length >= length) continue;
    const wider = new Float64Array(candles.time.length);
    wider.set(out[name]);
    out[name] = wider;
  }
  for (let i = from; i < length; i++) {
    const [first, top, bottom, last] = [open[i] ?? 0, high[i] ?? 0, low[i] ?? 0, close[i] ?? 0];
    const mean = (first + top + bottom + last) / 4;
    const start = i === 0 ? (first + last) / 2 : ((out.open[i - 1] ?? 0) + (out.close[i - 1] ?? 0)) / 2;
    out.open[i] = start;
    out.close[i] = mean;
    out.high[i] = Math.max(top, start, mean);
    out.low[i] = Math.min(bottom, start, mean);
  }
}
