import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createServer, type ViteDevServer } from 'vite';
import { answerNotFound } from './app.ts';
import { DEVICE_BENCH, withScript } from './device-results.ts';
import { isApiPath, pathOf } from './guard.ts';

/**
 * Serves the app from its sources with hot reload, on the same port. The reload socket uses its own
 * sub-protocol. Of Vite's lines only warnings and errors are printed.
 * @param hasBench whether `/bench` is a page too; otherwise it is 404
 */
export async function serveSources(
  app: FastifyInstance,
  root: string,
  hasBench = false,
): Promise<ViteDevServer> {
  const vite = await createServer({
    root,
    appType: 'spa',
    logLevel: 'warn',
    server: { middlewareMode: true, ws: { server: app.server } },
  });
  // Vite answers any unknown path with the app's page.
  app.get('/bench', async (request, reply) => {
    if (!hasBench) return answerNotFound(request, reply);
    const page = await readFile(join(root, 'index.html'), 'utf8');
    const made = await vite.transformIndexHtml('/', withScript(page, `/${DEVICE_BENCH}`));
    return reply.type('text/html; charset=utf-8').send(made);
  });
  app.setNotFoundHandler((request, reply) => {
    if (isApiPath(pathOf(request))) return answerNotFound(request, reply);
    reply.hijack();
    vite.middlewares(request.raw, reply.raw);
    return reply;
  });
  return vite;
}

/** Whether an upgrade belongs to the development server's own socket. */
export const isReloadSocket = (subProtocol: string | undefined): boolean =>
  subProtocol === 'vite-hmr' || subProtocol === 'vite-ping';
