import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tests/architecture/sources.ts';
import { subjectOf } from '../figures/figure.ts';
import { keyOf } from '../figures/judge.ts';
import type { Interval } from '../figures/statistics.ts';
import { markdown, markdownTable, provenance } from './figure-text.ts';
import { LATEST, latestResult, merged, printResult, RESULTS, type Result } from './run-result.ts';

/** A past run: the values compared with the goals, by suite and name; null where nothing could be measured. */
export interface HistoryEntry {
  readonly date: string;
  readonly commit: string;
  readonly cpu: string;
  /** Whether files differed from the commit. */
  readonly dirty?: boolean;
  readonly figures: Readonly<Record<string, number | null>>;
  /** 95 % intervals of the figures that have more than one value; older runs have none. */
  readonly intervals?: Readonly<Record<string, Interval>>;
}

const HISTORY = `${RESULTS}/history.jsonl`;

/** The history entry of the newest run of a result. */
export function historyEntry({ runs, figures }: Result): HistoryEntry {
  const run = runs.at(-1);
  if (run === undefined) throw new Error('a result is of a run at least');
  const { date, commit, dirty, machine, suites } = run;
  const short = (value: number) => Number(value.toPrecision(4));
  const own = figures.filter(({ suite }) => suites.includes(suite));
  return {
    date,
    commit,
    cpu: machine.cpu,
    ...(dirty ? { dirty } : {}),
    figures: Object.fromEntries(
      own.map((figure) => {
        const { median } = subjectOf(figure);
        return [keyOf(figure), Number.isFinite(median) ? short(median) : null];
      }),
    ),
    intervals: Object.fromEntries(
      own
        .filter(({ interval: [low, high] }) => low < high)
        .map((figure) => [keyOf(figure), [short(figure.interval[0]), short(figure.interval[1])]] as const),
    ),
  };
}

/** Every recorded run, oldest first. */
export function readHistory(): readonly HistoryEntry[] {
  const path = join(root, HISTORY);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/**
 * Makes the suites of a run the repository's latest result, and adds a line to the history.
 * @param before the present result
 * @param order of all suites
 */
export function record(before: Result, run: Result, order: readonly string[]): void {
  const latest = merged(before, run, order);
  writeFileSync(join(root, LATEST), printResult(latest));
  appendFileSync(join(root, HISTORY), `${JSON.stringify(historyEntry(run))}\n`);
  write(latest);
}

/** Writes the readable forms of a result: Markdown beside it, and the README's headlines. */
function write(latest: Result): void {
  writeFileSync(join(root, LATEST.replace('.json', '.md')), `${markdown(latest)}\n`);
  const readme = join(root, 'README.md');
  writeFileSync(readme, withFigures(readFileSync(readme, 'utf8'), latest));
}

const BLOCK = /<!-- figures -->[\s\S]*<!-- \/figures -->/;

/** Names of the headline figures: one for each of a reader's first questions. */
export const HEADLINES: readonly string[] = [
  'firstRouteJs, brotli',
  'LCP, 4x CPU, 1.6 Mbit/s, 150 ms',
  'list main-thread time, 500 instruments, 10000 ticks/s, 1x CPU',
  'first paint of 300 candles vs lightweight-charts',
  'decode, store and P&L of 1000 positions vs JSON.parse of a frame',
  'durable order p99, 200 orders/s, 1000 socket clients, 500 instruments x 10/s',
];

/** The README with a result's headlines in the marked place, and one line that says where they are from. */
export function withFigures(readme: string, result: Result): string {
  if (!BLOCK.test(readme)) throw new Error('README.md has no place marked for the figures');
  const figures = HEADLINES.flatMap((name) => result.figures.filter((figure) => figure.name === name));
  const runs = result.runs.filter(({ suites }) => figures.some(({ suite }) => suites.includes(suite)));
  return readme.replace(
    BLOCK,
    () => `<!-- figures -->\n${provenance(runs)}\n\n${markdownTable(figures)}\n<!-- /figures -->`,
  );
}

// `node bench/report/history-entry.ts` rewrites both from the stored result.
if (import.meta.main) write(latestResult());
