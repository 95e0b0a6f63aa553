import type { FastifyInstance } from 'fastify';
import { createServer, type ViteDevServer } from 'vite';
import { answerNotFound } from './app.ts';
import { isApiPath, pathOf } from './guard.ts';

/**
 * Serves the app from its sources with hot reload, on the same port. The reload socket uses its own
 * sub-protocol.
 */
export async function serveSources(app: FastifyInstance, root: string): Promise<ViteDevServer> {
  const vite = await createServer({
    root,
    appType: 'spa',
    server: { middlewareMode: true, ws: { server: app.server } },
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
