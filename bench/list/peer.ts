import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';
import { freePort } from '../../tests/helpers/product.ts';

/** Builds the plain-DOM page as the app is built and serves it, with the exchange's API and socket behind the same port. */
export async function buildPeer(exchange: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const root = join(import.meta.dirname, 'plain-dom');
  const outDir = await mkdtemp(join(tmpdir(), 'pipstream-peer-'));
  const port = await freePort();
  const isolation = {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
  };
  const proxied = { target: exchange, changeOrigin: true, headers: { origin: exchange } };
  const config = {
    root,
    configFile: false as const,
    logLevel: 'silent' as const,
    worker: { format: 'es' as const },
    build: { outDir, emptyOutDir: true, target: 'es2022' as const },
    preview: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      headers: isolation,
      proxy: { '/v1/ws': { ...proxied, ws: true }, '/v1': proxied, '/api': proxied, '/logos': proxied },
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
