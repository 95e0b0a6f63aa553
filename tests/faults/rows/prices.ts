import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { root } from '../../architecture/sources.ts';
import { countTouches, LIES, type Lie, playGaps, readTape, type TrueTick } from '../../helpers/price-lies.ts';
import { type Measured, NotHere, n, type Row } from '../row.ts';

const DAYS = ['20140501', '20140502'];

/** Two recorded days of a currency pair. */
function recorded(): readonly TrueTick[] {
  const files = DAYS.map((day) => join(root, '../shared/data/ticks', `oanda_eurusd_${day}.csv.gz`));
  if (!files.every((file) => existsSync(file))) throw new NotHere('the recorded ticks are not here');
  return files.flatMap((file) => readTape(gunzipSync(readFileSync(file)).toString(), 5));
}

const BEYOND = (Object.keys(LIES) as Lie[]).filter((kind) => kind !== 'within the bound');

/** How many runs of lies became a price, by kind; those that none did are left out. */
function touches(
  kinds: readonly Lie[],
  lengths: readonly number[],
  sources: number,
  trials: number,
  seed: number,
): { readonly sum: number; readonly text: string } {
  const tape = recorded();
  const found = kinds.flatMap((kind) =>
    lengths.map((length) => ({
      kind,
      length,
      count: countTouches(tape, kind, { trials, length, sources, seed }),
    })),
  );
  const some = found.filter(({ count }) => count > 0);
  const text = some.map(({ kind, length, count }) => `${kind} x ${length}: ${n(count)}`).join(', ');
  return { sum: some.reduce((sum, { count }) => sum + count, 0), text: text || 'none' };
}

const row = (
  id: string,
  fault: string,
  goal: string,
  measure: (trials: number, seed: number) => Measured,
): Row => ({
  id,
  fault,
  goal,
  trials: { full: 1_000, quick: 100 },
  run: async ({ trials, seed }) => measure(trials, seed),
});

/** Wrong prices of a source, in recorded ticks; a touch is a lie that becomes a price. */
export const PRICE_ROWS: readonly Row[] = [
  row(
    'P1',
    'one or two wrong ticks beyond the bound: decimal slip, fat finger, swapped symbols, crossed quote, time reversed; one source and two',
    '0 touches',
    (trials, seed) => {
      const kinds = BEYOND.filter((kind) => kind !== 'stale repeat');
      const all = [1, 2].map((sources) => touches(kinds, [1, 2], sources, trials, seed));
      const sum = all.reduce((total, one) => total + one.sum, 0);
      return {
        measured: `${n(sum)} touches in ${n(trials)} of each kind, length and number of sources`,
        trials,
        met: sum === 0,
      };
    },
  ),
  row(
    'P2',
    'a true gap: the price goes on beyond the bound',
    'acted on at most 500 ms or three ticks later',
    (trials, seed) => {
      const tape = recorded();
      const late = [1, 2].map((sources) => playGaps(tape, { trials, sources, seed }).late);
      return {
        measured: `${late[0]} of ${n(trials)} later with one source, ${late[1]} with two`,
        trials,
        met: late.every((count) => count === 0),
      };
    },
  ),
  row(
    'P3',
    'runs of three and five wrong ticks of one source',
    'stated: without another source a run that agrees with itself is believed',
    (trials, seed) => ({
      measured: `touches in ${n(trials)} runs each: ${touches(BEYOND, [3, 5], 1, trials, seed).text}`,
      trials,
      met: true,
    }),
  ),
  row(
    'P4',
    'the same runs, while a second source tells the truth 120 ms later',
    'stated: what is left is believed where the second source was quiet, too',
    (trials, seed) => ({
      measured: `touches in ${n(trials)} runs each: ${touches(BEYOND, [3, 5], 2, trials, seed).text}`,
      trials,
      met: true,
    }),
  ),
  row(
    'P5',
    'one wrong tick within the bound, and one old price repeated as new',
    'stated: both are prices',
    (trials, seed) => ({
      measured: [1, 2]
        .map(
          (sources) =>
            `${sources} ${sources === 1 ? 'source' : 'sources'}: ${touches(['within the bound', 'stale repeat'], [1], sources, trials, seed).text}`,
        )
        .join('; '),
      trials,
      met: true,
    }),
  ),
];
