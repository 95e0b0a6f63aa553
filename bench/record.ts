import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tests/architecture/sources.ts';
import { subjectOf } from './figure.ts';
import { keyOf } from './judge.ts';
import { withFigures } from './readme.ts';
import { LATEST, printResult, type Result } from './result.ts';
import { markdown } from './text.ts';

/** One run of the past: what was held against the goals, by suite and name; null where nothing could be measured. */
export interface HistoryEntry {
  readonly date: string;
  readonly commit: string;
  readonly cpu: string;
  readonly figures: Readonly<Record<string, number | null>>;
}

const HISTORY = 'bench/results/history.jsonl';

export const historyEntry = ({ date, commit, machine, figures }: Result): HistoryEntry => ({
  date,
  commit,
  cpu: machine.cpu,
  figures: Object.fromEntries(
    figures.map((figure) => {
      const { median } = subjectOf(figure);
      return [keyOf(figure), Number.isFinite(median) ? Number(median.toPrecision(4)) : null];
    }),
  ),
});

/** Every run that was recorded, oldest first. */
export function readHistory(): readonly HistoryEntry[] {
  const path = join(root, HISTORY);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** Makes a run the repository's latest result: JSON and Markdown, a line of the history, and the README's table. */
export function record(result: Result): void {
  writeFileSync(join(root, LATEST), printResult(result));
  writeFileSync(join(root, LATEST.replace('.json', '.md')), `${markdown(result)}\n`);
  appendFileSync(join(root, HISTORY), `${JSON.stringify(historyEntry(result))}\n`);
  const readme = join(root, 'README.md');
  writeFileSync(readme, withFigures(readFileSync(readme, 'utf8'), result));
}
