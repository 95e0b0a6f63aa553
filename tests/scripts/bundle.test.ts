import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { build, type Plugin } from 'vite';
import { expect, test } from 'vitest';
import { compileAhead } from '../../scripts/bundle/compile-ahead.ts';
import { quietReact } from '../../scripts/bundle/quiet-react.ts';
import { trimUplot } from '../../scripts/bundle/trim-uplot.ts';

const { resolve } = createRequire(import.meta.url);
const uplot = resolve('uplot').replace('uPlot.cjs.js', 'uPlot.esm.js');
const react = resolve('react-dom').replace('index.js', 'cjs/react-dom-client.production.js');

/** A build of these words in the place of the file. */
async function built(entry: string, code: string, plugin: Plugin): Promise<string> {
  const instead: Plugin = { name: 'instead', load: (id) => (id === entry ? code : null) };
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [instead, plugin],
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ['es'], fileName: 'built' },
      rolldownOptions: { external: /^(react|scheduler)/ },
    },
  });
  const [bundle] = [made].flat();
  if (bundle === undefined || !('output' in bundle)) throw new Error('nothing was built');
  return bundle.output[0].code;
}

test('What no chart calls is left out of uPlot, and what draws is not', async () => {
  const code = await built(uplot, readFileSync(uplot, 'utf8'), trimUplot);
  expect(code).not.toMatch(/rawMouseLeft0|bezierCurveTo, pxRound|new Intl\./);
  expect(code).toMatch(/function setScale\([^)]*\) \{\s*let sc/);
});

test('A uPlot without one of these functions fails the build and names it', async () => {
  const renamed = readFileSync(uplot, 'utf8').replaceAll('updateCursor', 'moveCursor');
  await expect(built(uplot, renamed, trimUplot)).rejects.toThrow('updateCursor');
});

test('React makes none of its own errors as it is read in', async () => {
  const code = await built(react, readFileSync(react, 'utf8'), quietReact);
  expect(code).toMatch(/SuspenseException = \{ message: formatProdErrorMessage\(\d+\) \}/);
  expect(code).not.toMatch(/Exception = (new )?Error\(/);
});

test('A React that makes them in another way fails the build', async () => {
  const other = readFileSync(react, 'utf8').replaceAll('Exception = Error(', 'Exception = TypeError(');
  await expect(built(react, other, quietReact)).rejects.toThrow('quiet-react');
});

test('A chunk that is run at once says so in its first line, where the browser looks for it', async () => {
  const code = await built(uplot, 'export const one = 1;', compileAhead(['uPlot.esm']));
  expect(code).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
});

test('A build without the chunk fails and names it', async () => {
  await expect(built(uplot, 'export const one = 1;', compileAhead(['elsewhere']))).rejects.toThrow(
    'elsewhere',
  );
});
