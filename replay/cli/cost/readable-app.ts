import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const FOLDER = join(ROOT, 'node_modules', '.cache', 'readable-app');
const VITE = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
const MARK = join(FOLDER, '.built-from');

/** The folder of the app, built from these sources with the names of its functions and with maps to their places. */
export async function readableApp(): Promise<string> {
  const { digestSources }: { digestSources(root: string): string } = await import(
    new URL('../../../scripts/sources.mjs', import.meta.url).href
  );
  const digest = digestSources(ROOT);
  if (existsSync(MARK) && (await readFile(MARK, 'utf8')) === digest) return FOLDER;
  const how = [
    '--outDir',
    FOLDER,
    '--emptyOutDir',
    '--minify',
    'false',
    '--sourcemap',
    '--logLevel',
    'error',
  ];
  // In a process of its own: that of a test would build the app for tests.
  const env = { ...process.env, NODE_ENV: 'production', VITE_COMMIT: '' };
  await promisify(execFile)(process.execPath, [VITE, 'build', ...how], { cwd: ROOT, env });
  await writeFile(MARK, digest);
  return FOLDER;
}
