import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';
import { freePort } from '../tests/helpers/product.ts';

export interface Served {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Builds a page as the app is built and serves it, isolated so that memory can be shared.
 * @param root a folder of bench/ with an index.html
 * @param exchange its API, socket and logos are then behind the same port
 */
export async function servePage(root: string, exchange?: string): Promise<Served> {
  const outDir = await mkdtemp(join(tmpdir(), 'pipstream-page-'));
  const port = await freePort();
  const config = {
    root: join(import.meta.dirname, root),
    configFile: false as const,
    logLevel: 'silent' as const,
    worker: { format: 'es' as const },
    css: { modules: { localsConvention: 'camelCaseOnly' as const } },
    build: { outDir, emptyOutDir: true, target: 'es2022' as const },
    preview: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      headers: {
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Embedder-Policy': 'require-corp',
      },
      proxy: exchange === undefined ? {} : proxyTo(exchange),
    },
  };
  await build(config);
  const server = await preview(config);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}

function proxyTo(exchange: string) {
  const proxied = { target: exchange, changeOrigin: true, headers: { origin: exchange } };
  return { '/v1/ws': { ...proxied, ws: true }, '/v1': proxied, '/api': proxied, '/logos': proxied };
}
