import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tests/architecture/sources.ts';
import { subjectOf } from './figure.ts';
import { keyOf } from './judge.ts';
import { withFigures } from './readme.ts';
import { LATEST, latestResult, merged, printResult, RESULTS, type Result } from './result.ts';
import { markdown } from './text.ts';

/** One run of the past: what was held against the goals, by suite and name; null where nothing could be measured. */
export interface HistoryEntry {
  readonly date: string;
  readonly commit: string;
  readonly cpu: string;
  readonly figures: Readonly<Record<string, number | null>>;
}

const HISTORY = `${RESULTS}/history.jsonl`;

/** The newest run of a result. */
export function historyEntry({ runs, figures }: Result): HistoryEntry {
  const run = runs.at(-1);
  if (run === undefined) throw new Error('a result is of a run at least');
  const { date, commit, machine, suites } = run;
  const own = figures.filter(({ suite }) => suites.includes(suite));
  return {
    date,
    commit,
    cpu: machine.cpu,
    figures: Object.fromEntries(
      own.map((figure) => {
        const { median } = subjectOf(figure);
        return [keyOf(figure), Number.isFinite(median) ? Number(median.toPrecision(4)) : null];
      }),
    ),
  };
}

/** Every run that was recorded, oldest first. */
export function readHistory(): readonly HistoryEntry[] {
  const path = join(root, HISTORY);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/**
 * Makes the suites of a run the repository's latest, and adds a line to the history.
 * @param before what is there
 * @param order of all suites
 */
export function record(before: Result, run: Result, order: readonly string[]): void {
  const latest = merged(before, run, order);
  writeFileSync(join(root, LATEST), printResult(latest));
  appendFileSync(join(root, HISTORY), `${JSON.stringify(historyEntry(run))}\n`);
  write(latest);
}

/** Writes what people read of a result: Markdown beside it, and the README's headlines. */
function write(latest: Result): void {
  writeFileSync(join(root, LATEST.replace('.json', '.md')), `${markdown(latest)}\n`);
  const readme = join(root, 'README.md');
  writeFileSync(readme, withFigures(readFileSync(readme, 'utf8'), latest));
}

// `node bench/record.ts` writes both again from the stored result.
if (import.meta.main) write(latestResult());
