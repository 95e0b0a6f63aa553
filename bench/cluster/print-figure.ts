import type { Measured } from './cluster-figures.ts';

/**
 * Prints a figure of docs/cluster.md. With `RECORD_FIGURES=on` it becomes the page's: tests and drills run more often than they
 * measure. That needs the development packages.
 */
export async function printFigure(
  figure: Measured,
  say: (line: string) => void = console.info,
  isKept = process.env['RECORD_FIGURES'] === 'on',
): Promise<void> {
  const { id, text, isMet } = figure;
  say(`${id}: ${isMet ? text : `missed: ${text}`}`);
  if (isKept) (await import('./cluster-figures.ts')).keepClusterFigure(figure);
}
