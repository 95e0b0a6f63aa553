import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Figure, isMet } from './figure.ts';

/** A result file as `npm run bench -- --json FILE` writes it. */
export interface Results {
  readonly date: string;
  readonly cpu: string;
  readonly cores: number;
  readonly node: string;
  readonly commit: string;
  readonly figures: readonly Figure[];
}

const root = join(import.meta.dirname, '..');
const BLOCK = /<!-- figures -->[\s\S]*<!-- \/figures -->/;

/** The README with the figures of a result file in the place that is marked for them. */
export function withFigures(readme: string, results: Results): string {
  if (!BLOCK.test(readme)) throw new Error('README.md has no place marked for the figures');
  return readme.replace(BLOCK, `<!-- figures -->\n${markdown(results)}\n<!-- /figures -->`);
}

function markdown({ date, cpu, cores, node, commit, figures }: Results): string {
  const rows = figures.map((figure) => {
    const { name, unit, product, peer, ratio, goal } = figure;
    const shown = ratio ? `${ratio.median.toFixed(2)} x ${peer?.name ?? ''}` : `${product.median} ${unit}`;
    return `| ${name} | ${shown} | ${goal}${ratio ? ' x' : ` ${unit}`} | ${isMet(figure) ? 'met' : '**missed**'} |`;
  });
  return [
    `Measured ${date.slice(0, 10)} on ${cores} cores (${cpu}), Node ${node}, commit ${commit}, by \`npm run bench\`:`,
    '',
    '| Figure | Product | Goal | |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** The newest result file of the repository. */
export const latestResults = (): Results =>
  JSON.parse(readFileSync(join(root, 'bench', 'results', 'latest.json'), 'utf8'));

if (import.meta.main) {
  const path = join(root, 'README.md');
  writeFileSync(path, withFigures(readFileSync(path, 'utf8'), latestResults()));
}
