import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, preview } from 'vite';
import { compileAhead } from '../../scripts/bundle/compile-ahead.ts';
import { root as project } from '../../tests/architecture/sources.ts';
import { isProfiling } from '../profile/profiled.ts';
import { digestOfSources, kept } from './build-cache.ts';
import { digestOfApp } from './product-build.ts';
import { freePort } from './waiting.ts';
import type { Opening } from './while-open.ts';

export interface Served {
  readonly url: string;
  stop(): Promise<void>;
}

/** Chunks to compile ahead, as the app does, in pages with the product's own charts. */
const AHEAD: Readonly<Record<string, readonly string[]>> = {
  'chart/product': ['index'],
  'chart/minis': ['sparkline-plot'],
};

const BENCH = join(project, 'bench');
const CACHE = join(project, 'node_modules', '.cache', 'pipstream-bench');

let sources: Promise<string> | undefined;

/** Digest of the sources of product and bench, with both lock files. */
const digestOfAll = async (): Promise<string> =>
  createHash('sha256')
    .update((await digestOfApp()) + digestOfSources(BENCH))
    .digest('hex');

/** A folder made from the current sources, once for this run and later ones. */
export async function keptOf(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  sources ??= digestOfAll();
  return kept({ folder: CACHE, name: name.replaceAll('/', '-'), digest: await sources }, make);
}

async function servePage(root: string, exchange?: string): Promise<Served> {
  const port = await freePort();
  const configTo = (outDir: string) => ({
    root: join(BENCH, root),
    configFile: false as const,
    logLevel: 'silent' as const,
    plugins: [plainPage(root), compileAhead(AHEAD[root] ?? [])],
    worker: { format: 'es' as const },
    css: { modules: { localsConvention: 'camelCaseOnly' as const } },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022' as const,
      minify: !isProfiling(),
      rolldownOptions: { input: join(BENCH, root, 'index.html') },
    },
    preview: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      proxy: exchange === undefined ? {} : proxyTo(exchange),
    },
  });
  const outDir = await keptOf(isProfiling() ? `${root}-profiled` : root, async (folder) => {
    await build(configTo(folder));
  });
  const server = await preview(configTo(outDir));
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

/** The page of a folder that has no index.html of its own: nothing but a place and the folder's script. */
function plainPage(root: string): Plugin {
  const index = join(BENCH, root, 'index.html');
  const isPlain = (id: string) => id === index && !existsSync(index);
  return {
    name: 'plain-page',
    enforce: 'pre',
    resolveId: (id) => (isPlain(id) ? id : null),
    load: (id) => (isPlain(id) ? readFileSync(join(BENCH, 'rig', 'page.html'), 'utf8') : null),
  };
}

/**
 * Builds a page as the app is built and serves it.
 * @param root a folder of bench/ with a main.ts or main.tsx, and with an index.html if `page.html` will not do
 * @param exchange URL of an exchange whose API, socket and logos are proxied on the same port
 */
export const openPage = (root: string, exchange?: string): Opening<Served> => ({
  opened: servePage(root, exchange),
  close: ({ stop }) => stop(),
});

function proxyTo(exchange: string) {
  const proxied = { target: exchange, changeOrigin: true, headers: { origin: exchange } };
  return { '/v1/ws': { ...proxied, ws: true }, '/v1': proxied, '/api': proxied, '/logos': proxied };
}
