import { type CandleRow, createCandles, putCandle } from '../../shared/domain/candle.ts';
import { createIndicatorSeries } from '../../shared/indicators/indicator-series.ts';
import type { IndicatorSpec } from '../../shared/indicators/kinds.ts';

/** [Time, value, …]: one value, or lower, middle, upper, or line, signal, histogram. */
type IndicatorRow = readonly number[];

/**
 * The indicators' values over candles, in decimals as on the wire, by the same names as the specs. A candle for which one
 * of an indicator's values does not exist yet has no row of it.
 */
export function indicatorsOf(
  rows: readonly CandleRow[],
  specs: ReadonlyMap<string, IndicatorSpec>,
): Readonly<Record<string, readonly IndicatorRow[]>> {
  const candles = createCandles(rows.length);
  for (const row of rows) putCandle(candles, row);
  const valuesOf = (spec: IndicatorSpec): readonly IndicatorRow[] => {
    const series = createIndicatorSeries([spec]);
    const columns = series.reset(candles);
    return rows
      .map(([time], at) => [
        time,
        ...Array.from(
          { length: series.width },
          (_, column) => columns[column * rows.length + at] ?? Number.NaN,
        ),
      ])
      .filter((row) => !row.some(Number.isNaN));
  };
  return Object.fromEntries([...specs].map(([name, spec]) => [name, valuesOf(spec)]));
}
