import { build, type Plugin } from 'vite';
import { expect, test } from 'vitest';
import { compileAhead } from '../../scripts/bundle/compile-ahead.ts';
import { firstFileAlone } from '../../scripts/bundle/worker-chunks.ts';

/** Builds a library whose entry has this code, and the modules it may import. */
async function built(code: string, plugin: Plugin, modules: Record<string, string> = {}): Promise<string> {
  const entry = '/entry.js';
  const sources: Readonly<Record<string, string>> = { ...modules, [entry]: code };
  const source: Plugin = {
    name: 'source',
    resolveId: (id) => (id in sources ? id : null),
    load: (id) => sources[id] ?? null,
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

test('A build fails in which a chunk of a worker imports the first file, which WebKit would run twice', async () => {
  const code = "export const one = 1; export const later = () => import('/later.js');";
  const alone = { '/later.js': 'export const two = 2;' };
  expect(await built(code, firstFileAlone, alone)).toContain('import(');
  const shared = { '/later.js': "import { one } from '/entry.js'; export const two = one + one;" };
  await expect(built(code, firstFileAlone, shared)).rejects.toThrow(/later-.*imports built\.js/);
});
