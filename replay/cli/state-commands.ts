import { type CandleRow, createCandles, putCandle } from '../../shared/domain/candle.ts';
import { createIndicatorSeries } from '../../shared/indicators/indicator-series.ts';
import type { IndicatorSpec } from '../../shared/indicators/kinds.ts';
import { digestedState, stateOf } from '../fold/digested-state.ts';
import { createFold } from '../fold/fold.ts';
import { createReader } from '../fold/recording-reader.ts';
import { createTrail } from '../fold/trail.ts';
import { type Exit, UsageError } from './exit.ts';
import type { Io } from './io.ts';
import { readInto, reported } from './recording-files.ts';
import type { IndicatorTask } from './task.ts';

interface Asked {
  readonly file: string;
  readonly untilMs: number | undefined;
}

/** Prints the state after a recording, or only its digest; nothing of a file that is no recording, which has no state. */
export async function printState({ file, untilMs }: Asked, isDigestAlone: boolean, io: Io): Promise<Exit> {
  const fold = createFold();
  const outcome = await readInto(file, createReader({ fold, untilMs }));
  if (outcome.header !== undefined) {
    const state = await digestedState(fold);
    await io.out(isDigestAlone ? state.digest : JSON.stringify(state));
  }
  return reported(file, outcome, io);
}

/** Prints a line for each record: its line number, its time, and a hash of the state after it. */
export async function printTrail({ file, untilMs }: Asked, io: Io): Promise<Exit> {
  let waiting: string[] = [];
  const trail = createTrail((step) => waiting.push(JSON.stringify(step)), untilMs);
  const outcome = await readInto(file, {
    push(text) {
      const isWanted = trail.push(text);
      if (waiting.length > 0) void io.out(waiting.join('\n'));
      waiting = [];
      return isWanted;
    },
    end: trail.end,
  });
  if (waiting.length > 0) await io.out(waiting.join('\n'));
  return reported(file, outcome, io);
}

/** Prints the values of indicators over the candles of a recording. */
export async function printIndicators(
  { file, untilMs, specs, code, period }: IndicatorTask,
  io: Io,
): Promise<Exit> {
  const fold = createFold();
  const outcome = await readInto(file, createReader({ fold, untilMs }));
  if (outcome.header === undefined) return reported(file, outcome, io);
  const { candles } = stateOf(fold);
  const codes = Object.keys(candles);
  if (code !== undefined && !codes.includes(code))
    throw new UsageError(`${file} has no candles of ${code}, but of ${codes.join(', ') || 'no instrument'}.`);
  const values = Object.entries(candles)
    .filter(([one]) => code === undefined || one === code)
    .map(([one, periods]) => {
      const chosen = Object.entries(periods).filter(([name]) => period === undefined || name === period);
      return [one, Object.fromEntries(chosen.map(([name, rows]) => [name, indicatorsOf(rows, specs)]))];
    });
  await io.out(JSON.stringify(Object.fromEntries(values)));
  return reported(file, outcome, io);
}

/** [Time, value, …], as docs/recordings.md says; null where too few candles precede. */
type IndicatorRow = readonly (number | null)[];

/**
 * The indicators' values over candles, in decimals as on the wire, by the same names as the specs. A candle for which none of an
 * indicator's values exists yet has no row of it.
 */
function indicatorsOf(
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
