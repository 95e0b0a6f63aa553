import { expect } from 'vitest';
import type { CandleUpdate } from '../../shared/bridge/worker-api.ts';
import { type CandleRow, createCandles, putCandle } from '../../shared/domain/candle.ts';
import { factsOf, INDICATOR_KINDS } from '../../shared/indicators/kinds.ts';
import { createNamedSeries } from '../../shared/indicators/named-series.ts';
import { LOOKS } from '../../src/chart/tracks.ts';
import { isClose, referenceOf } from './indicator-reference.ts';

/** One of each kind. */
export const NAMES = INDICATOR_KINDS.map((kind) => LOOKS[kind].starts[0] ?? kind);
/** The same with short lengths, for recordings of minutes. */
export const SHORT_NAMES = INDICATOR_KINDS.map((kind) =>
  [kind, ...factsOf(kind).fields.map((_, at) => 2 + (at % 2))].join(':'),
);
/** Values of a candle of each of these lists. */
const WIDTH = INDICATOR_KINDS.reduce((sum, kind) => sum + factsOf(kind).width, 0);

/** What a viewer has: rows and, for each, its values, put together from the updates as the page does. */
export function viewerOf(stream: unknown, width = WIDTH) {
  const seen = { resets: 0, puts: 0, refusals: [] as number[] };
  let rows: CandleRow[] = [];
  let values: (readonly number[])[] = [];
  const take = (update: CandleUpdate) => {
    switch (update.kind) {
      case 'failed':
        seen.refusals.push(update.code);
        return;
      case 'reset': {
        const { length, columns } = update;
        seen.resets++;
        expect(update.values).toHaveLength(width * length);
        const columnOf = (all: Float64Array, at: number, count: number) =>
          Array.from({ length: count }, (_, column) => all[column * length + at] ?? Number.NaN);
        rows = Array.from({ length }, (_, at) => columnOf(columns, at, 6) as unknown as CandleRow);
        values = rows.map((_, at) => columnOf(update.values, at, width));
        return;
      }
      case 'put': {
        seen.puts++;
        const found = rows.findIndex(([time]) => time === update.row[0]);
        const at = found < 0 ? rows.length : found;
        rows[at] = update.row;
        values[at] = update.values;
      }
    }
  };
  (stream as { subscribe(next: typeof take): unknown }).subscribe(take);
  return { seen, rows: () => rows, values: () => values };
}

/** The values of the rows, computed in one go. */
export function inOneGo(
  rows: readonly CandleRow[],
  names: readonly string[] = NAMES,
): readonly (readonly number[])[] {
  const candles = createCandles();
  for (const row of rows) putCandle(candles, row);
  const series = createNamedSeries(names);
  if (!series.ok) throw new Error(series.error);
  const { width } = series.value;
  const columns = series.value.reset(candles);
  return rows.map((_, at) =>
    Array.from({ length: width }, (_none, column) => columns[column * rows.length + at] ?? Number.NaN),
  );
}

/** The values that are not those of the definitions. */
export function awayFromReference(
  rows: readonly CandleRow[],
  values: readonly (readonly number[])[],
  names = NAMES,
) {
  let from = 0;
  return names.flatMap((name) => {
    const wanted = referenceOf(name, rows);
    const offset = from;
    from += wanted[0]?.length ?? 0;
    return wanted.flatMap((one, at) =>
      one.flatMap((value, column) => {
        const got = values[at]?.[offset + column] ?? Number.POSITIVE_INFINITY;
        const isGood = value === undefined ? Number.isNaN(got) : isClose(got, value, rows[at]?.[4] ?? 0);
        return isGood ? [] : [`${name} of candle ${at}: ${got}, not ${value}`];
      }),
    );
  });
}
