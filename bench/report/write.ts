import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from '../../tests/architecture/sources.ts';
import { markdown } from './figure-text.ts';
import { historyEntry, readHistory } from './history-entry.ts';
import { type Assets, againstPage, type Besides, type Compared, reportPage } from './report-page.ts';
import { printResult, type Result } from './run-result.ts';

/** Writes `index.html` for people, `figures.md` for a pull request, and `result.json` for `--compare`. */
export async function writeReport(result: Result, folder: string, besides: Besides): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const history = [...readHistory(), historyEntry(result)];
  writeFileSync(join(folder, 'index.html'), reportPage(result, history, await buildAssets(), besides));
  writeFileSync(join(folder, 'figures.md'), `${markdown(result)}\n`);
  writeFileSync(join(folder, 'result.json'), printResult(result));
}

/** Writes `index.html` of two versions by turns. */
export async function writeAgainst(compared: Compared, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.html'), againstPage(compared, await buildAssets()));
}

/** Builds the page's script, which includes uPlot, and both style sheets. */
export async function buildAssets(): Promise<Assets> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, 'page-client.ts'), formats: ['iife'], name: 'report' },
    },
  });
  const [bundle] = [built].flat();
  const chunk = bundle !== undefined && 'output' in bundle ? bundle.output[0] : undefined;
  if (chunk === undefined) throw new Error("the report's script was not built");
  const styles = [
    join(root, 'node_modules/uplot/dist/uPlot.min.css'),
    join(import.meta.dirname, 'style.css'),
  ];
  return {
    // `</` in a string must not end the script element.
    script: chunk.code.replaceAll('</', '<\\/'),
    style: styles.map((path) => readFileSync(path, 'utf8')).join('\n'),
  };
}
