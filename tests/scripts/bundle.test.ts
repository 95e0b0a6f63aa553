import { build, type Plugin } from 'vite';
import { expect, test } from 'vitest';
import { compileAhead } from '../../scripts/bundle/compile-ahead.ts';
import { minifyAgain } from '../../scripts/bundle/minify-again.ts';

/** Builds a library whose entry has this code. */
async function built(code: string, plugin: Plugin): Promise<string> {
  const entry = '/entry.js';
  const source: Plugin = {
    name: 'source',
    resolveId: (id) => (id === entry ? id : null),
    load: (id) => (id === entry ? code : null),
  };
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [source, plugin],
    build: { write: false, minify: false, lib: { entry, formats: ['es'], fileName: 'built' } },
  });
  const [bundle] = [made].flat();
  if (bundle === undefined || !('output' in bundle)) throw new Error('nothing was built');
  return bundle.output[0].code;
}

test('A chunk that runs at once is marked in its first line, where the browser looks for the mark', async () => {
  const code = await built('export const one = 1;', compileAhead(['entry']));
  expect(code).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
});

test('A build without the chunk fails and names it', async () => {
  await expect(built('export const one = 1;', compileAhead(['elsewhere']))).rejects.toThrow('elsewhere');
});

test('A chunk is minified once more, and one of another name stays as it is', async () => {
  const code = 'const twice = (n) => n + n; export const four = twice(2);';
  expect(await built(code, minifyAgain('entry'))).toMatch(/^(const|var) \w+=4;export\{\w+ as four\};$/);
  expect(await built(code, minifyAgain('elsewhere'))).toContain('twice');
});
