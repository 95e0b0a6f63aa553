import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { expect, test } from 'vitest';
import { trimUplot } from '../../scripts/trim-uplot.ts';

const uplot = join(import.meta.dirname, '../../node_modules/uplot/dist/uPlot.esm.js');

/** A build of these words in the place of uPlot. */
async function built(code: string): Promise<string> {
  const instead: Plugin = { name: 'instead', load: (id) => (id === uplot ? code : null) };
  const entry = { entry: uplot, formats: ['es' as const], fileName: 'uplot' };
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [instead, trimUplot],
    build: { write: false, minify: false, lib: entry },
  });
  const [bundle] = [made].flat();
  if (bundle === undefined || !('output' in bundle)) throw new Error('nothing was built');
  return bundle.output[0].code;
}

test('What no chart calls is emptied, and what draws is not', async () => {
  const code = await built(readFileSync(uplot, 'utf8'));
  expect(code).not.toMatch(/rawMouseLeft0|bezierCurveTo, pxRound/);
  expect(code).toMatch(/function setScale\([^)]*\) \{\s*let sc/);
});

test('A uPlot without one of these functions fails the build and names it', async () => {
  const renamed = readFileSync(uplot, 'utf8').replaceAll('updateCursor', 'moveCursor');
  await expect(built(renamed)).rejects.toThrow('updateCursor');
});
