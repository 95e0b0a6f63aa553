import type { Candles } from '../domain/candle.ts';
import { createIndicator, type Indicator } from './indicator.ts';
import type { IndicatorSpec } from './kinds.ts';

/** Several indicators over the same candles, of which the last may still be changing. */
export interface IndicatorSeries {
  /** Number of values of a candle, of all indicators in their order. */
  readonly width: number;
  /**
   * Computes all candles again, after any change other than of the last one.
   * @returns columns of `candles.length` values each; NaN before the first value
   */
  reset(candles: Candles): Float64Array;
  /**
   * Takes the last candle, which is new or changed since the last call; no earlier one may have changed.
   * @returns its `width` values; the array is reused by the next call
   */
  update(candles: Candles): Float64Array;
}

export function createIndicatorSeries(specs: readonly IndicatorSpec[]): IndicatorSeries {
  let indicators: readonly Indicator[] = specs.map(createIndicator);
  const width = indicators.reduce((sum, one) => sum + one.width, 0);
  const latest = new Float64Array(width);
  /** Start of the candle that was last previewed. */
  let open = Number.NaN;

  function preview(candles: Candles, at: number): void {
    let offset = 0;
    for (const indicator of indicators) {
      indicator.preview(candles, at, latest, offset);
      offset += indicator.width;
    }
    open = candles.time[at] ?? Number.NaN;
  }

  function push(candles: Candles, at: number): void {
    for (const indicator of indicators) indicator.push(candles, at);
  }

  return {
    width,
    reset(candles) {
      indicators = specs.map(createIndicator);
      const { length } = candles;
      const columns = new Float64Array(width * length);
      for (let at = 0; at < length; at++) {
        if (at > 0) push(candles, at - 1);
        preview(candles, at);
        for (let column = 0; column < width; column++) columns[column * length + at] = latest[column] ?? 0;
      }
      return columns;
    },
    update(candles) {
      const at = candles.length - 1;
      if (candles.time[at] !== open && at > 0) push(candles, at - 1);
      preview(candles, at);
      return latest;
    },
  };
}
