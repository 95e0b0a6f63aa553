import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tests/architecture/sources.ts';
import { markdown, markdownTable, provenance } from './figure-text.ts';
import { LATEST, latestResult, merged, printResult, type Result } from './run-result.ts';

/**
 * Makes the suites of a run the repository's latest result.
 * @param before the present result
 * @param order of all suites
 */
export function record(before: Result, run: Result, order: readonly string[]): void {
  const latest = merged(before, run, order);
  writeFileSync(join(root, LATEST), printResult(latest));
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

// `node bench/report/record-result.ts` rewrites both from the stored result.
if (import.meta.main) write(latestResult());
