import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import type { ShellFiles } from '../../service-worker/shell.ts';

/**
 * Kept by nobody: the player of recordings, which few need and which would double what is fetched, the benchmark, and the names
 * of functions.
 */
const LEFT_OUT = /^\/assets\/(?:(?:entry|device-bench|device-run)-[^/]*\.js|[^/]*\.mjs)$/;
const TEXTS = /^\/assets\/([a-z]+)\.(?:first|later)-[^/]*\.js$/;
const TOP = /^\/(?:manifest\.json|icon\.svg|icon-192\.png)$/;

/**
 * Bundles the service worker as `sw.js` of the built app, with the list of its files.
 * @param dir the built app, not yet compressed
 */
export async function buildServiceWorker(root: string, dir: string): Promise<void> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { SHELL: JSON.stringify(shellOf(dir)) },
    build: {
      target: 'es2022',
      outDir: dir,
      emptyOutDir: false,
      reportCompressedSize: false,
      lib: {
        entry: join(root, 'service-worker', 'main.ts'),
        name: 'sw',
        formats: ['iife'],
        fileName: () => 'sw.js',
      },
    },
  });
}

function shellOf(dir: string): ShellFiles {
  const page = readFileSync(join(dir, 'index.html'), 'utf8');
  const entry = [...page.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].at(-1)?.[1];
  if (entry === undefined) throw new Error('The built page has no script.');
  const assets = readdirSync(join(dir, 'assets')).map((name) => `/assets/${name}`);
  const top = readdirSync(dir)
    .map((name) => `/${name}`)
    .filter((path) => TOP.test(path));
  const all = [...assets, ...top].filter((path) => !LEFT_OUT.test(path)).sort();
  const languages = [...new Set(all.flatMap((path) => TEXTS.exec(path)?.[1] ?? []))];
  return {
    version: digestOf([page, ...top.map((path) => readFileSync(join(dir, path))), all.join()]),
    files: all.filter((path) => !TEXTS.test(path)),
    texts: Object.fromEntries(
      languages.map((one) => [one, all.filter((path) => TEXTS.exec(path)?.[1] === one)]),
    ),
    entry,
  };
}

function digestOf(parts: readonly (string | Buffer)[]): string {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest('base64url').slice(0, 12);
}
