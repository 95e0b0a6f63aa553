import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { root, sourcesOf } from '../architecture/sources.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

interface Sources {
  digestSources(root: string, environment: NodeJS.ProcessEnv): string;
}

const { digestSources }: Sources = await import(pathToFileURL(join(root, 'scripts', 'sources.mjs')).href);

/** The scripts that are bundled: of the page, its two workers, the service worker and the benchmark of the device. */
const ENTRIES = [
  'src/main.tsx',
  'src/app/bench/device-bench.ts',
  'worker/main.ts',
  'replay/play/entry.ts',
  'service-worker/main.ts',
];

/** The files that are bundled: what the entries import, by any way. */
function bundledFiles(): ReadonlySet<string> {
  const sources = new Map(
    sourcesOf('src', 'worker', 'replay', 'service-worker', 'shared').map((one) => [one.path, one]),
  );
  const reached = new Set<string>();
  const reach = (path: string): void => {
    if (reached.has(path) || !existsSync(join(root, path))) return;
    reached.add(path);
    for (const { from, typeOnly } of sources.get(path)?.imports ?? []) if (!typeOnly) reach(from);
  };
  ENTRIES.forEach(reach);
  return reached;
}

it('settings that are part of the app have it built again, others do not', () => {
  const of = (environment: NodeJS.ProcessEnv) => digestSources(root, environment);
  const built = of({});
  expect(of({ PORT: '8080' })).toBe(built);
  for (const name of ['VITE_API_LABEL', 'VITE_PC_API_LABEL', 'VITE_COMPLAINT_URL'])
    expect(of({ [name]: 'other' }), name).not.toBe(built);
});

it('each file that is bundled has the app built again when it changes', () => {
  const files = bundledFiles();
  for (const path of [...ENTRIES, 'package.json', 'worker/assemble.ts']) expect(files).toContain(path);
  const folder = temporaryFolder();
  const without = digestSources(folder, {});
  const unseen = [...files].filter((path) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
    const isUnseen = digestSources(folder, {}) === without;
    rmSync(file);
    return isUnseen;
  });
  expect(unseen).toEqual([]);
});
