import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';
import { freePort } from '../../tests/helpers/product.ts';

/** Builds the page as the app is built and serves it, isolated so that memory can be shared. */
export async function servePage(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), 'pipstream-transport-'));
  const port = await freePort();
  const config = {
    root: join(import.meta.dirname, 'page'),
    configFile: false as const,
    logLevel: 'silent' as const,
    worker: { format: 'es' as const },
    build: { outDir, emptyOutDir: true, target: 'es2022' as const },
    preview: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      headers: {
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Embedder-Policy': 'require-corp',
      },
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
