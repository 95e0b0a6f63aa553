import type { Result } from './result.ts';
import { markdown } from './text.ts';

const BLOCK = /<!-- figures -->[\s\S]*<!-- \/figures -->/;

/** The README with the figures of a result in the place that is marked for them. */
export function withFigures(readme: string, result: Result): string {
  if (!BLOCK.test(readme)) throw new Error('README.md has no place marked for the figures');
  return readme.replace(BLOCK, () => `<!-- figures -->\n${markdown(result)}\n<!-- /figures -->`);
}
