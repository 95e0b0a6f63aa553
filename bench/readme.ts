import type { Result } from './result.ts';
import { markdownTable, runLines } from './text.ts';

const BLOCK = /<!-- figures -->[\s\S]*<!-- \/figures -->/;

/** One figure for each question that a reader has first, by name. */
export const HEADLINES: readonly string[] = [
  'firstRouteJs, brotli',
  'LCP, 4x CPU, 1.6 Mbit/s, 150 ms',
  'list busy, 500 instruments, 10000 ticks/s, 1x CPU',
  'first paint of 300 candles to lightweight-charts',
  'decode, store and P&L of 1000 positions to JSON.parse of a frame',
  'durable order p99, 200 orders/s, 1000 socket clients, 500 instruments x 10/s',
];

/** The README with the headlines of a result in the place that is marked for them. */
export function withFigures(readme: string, result: Result): string {
  if (!BLOCK.test(readme)) throw new Error('README.md has no place marked for the figures');
  const figures = HEADLINES.flatMap((name) => result.figures.filter((figure) => figure.name === name));
  return readme.replace(
    BLOCK,
    () => `<!-- figures -->\n${runLines(result)}\n\n${markdownTable(figures)}\n<!-- /figures -->`,
  );
}
