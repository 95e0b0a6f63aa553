import { type CandleRow, createCandles, putCandle } from '../../shared/domain/candle.ts';
import { createIndicatorSeries } from '../../shared/indicators/indicator-series.ts';
import type { IndicatorSpec } from '../../shared/indicators/kinds.ts';

/** [Time, value, …], as docs/recordings.md says; null where too few candles precede. */
type IndicatorRow = readonly (number | null)[];

/**
 * The indicators' values over candles, in decimals as on the wire, by the same names as the specs. A candle for which none of an
 * indicator's values exists yet has no row of it.
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
    return rows.flatMap(([time], at) => {
      const values = Array.from({ length: series.width }, (_, column) => {
        const value = columns[column * rows.length + at] ?? Number.NaN;
        return Number.isNaN(value) ? null : value;
      });
      return values.every((value) => value === null) ? [] : [[time, ...values]];
    });
  };
  return Object.fromEntries([...specs].map(([name, spec]) => [name, valuesOf(spec)]));
}
