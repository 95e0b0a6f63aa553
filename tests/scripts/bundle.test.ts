import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { expect, test } from 'vitest';
import { compileAhead } from '../../scripts/bundle/compile-ahead.ts';
import { functionNames, type NamedFunction } from '../../scripts/bundle/function-names.ts';
import { firstFileAlone } from '../../scripts/bundle/worker-chunks.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** Builds a library whose entry has this code, and the modules it may import. */
async function built(
  code: string,
  plugin: Plugin | readonly Plugin[],
  modules: Record<string, string> = {},
  outDir?: string,
): Promise<string> {
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
    plugins: [source, ...[plugin].flat()],
    build: {
      copyPublicDir: false,
      write: outDir !== undefined,
      ...(outDir && { outDir }),
      minify: outDir !== undefined,
      lib: { entry, formats: ['es'], fileName: 'built' },
    },
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

test('Beside a script stands what its functions are called in the source; its map is gone', async () => {
  const dir = temporaryFolder();
  const code = `import { total } from '/total.js';
export const sumOf = (list) => {
  let sum = total([]);
  for (const one of list) sum = sum + one;
  return list.map((each) => each / sum);
};
export const act = { later: () => sumOf([1]), soon() { return sumOf([2]); } };`;
  const total = '\nexport function total(list) { return list.reduce((all, one) => all + one, 0); }';
  await built(code, [compileAhead(['entry']), functionNames()], { '/total.js': total }, dir);
  expect(readdirSync(dir).sort()).toEqual(['built.js', 'built.mjs']);
  const script = readFileSync(join(dir, 'built.js'), 'utf8');
  expect(script).not.toContain('sourceMappingURL');
  const { default: named }: { readonly default: readonly NamedFunction[] } = await import(
    join(dir, 'built.mjs')
  );
  const texts = new Map(
    named.map(([start, end, name]) => [name.replace(/\S*\//, ''), script.slice(start, end)]),
  );
  expect([...texts.keys()].sort()).toEqual([
    'later entry.js:7',
    'soon entry.js:7',
    'sumOf entry.js:2',
    'sumOf entry.js:5',
    'total total.js:2',
  ]);
  expect(texts.get('sumOf entry.js:2')).toMatch(/^\(?\w+\)?\s*=>.*\.map\(.*\}$/s);
  expect(texts.get('sumOf entry.js:5')).toMatch(/^\(?\w+\)?\s*=>\s*\w+\s*\/\s*\w+$/);
});
