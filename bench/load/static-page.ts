import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { SECURITY_HEADERS } from '../../server/http/security-headers.ts';
import { serveBuiltApp } from '../../server/http/web-built.ts';
import type { Served } from '../rig/open-page.ts';

export const STATIC_ROW = '.row';
const ROWS = 14;

/** Serves a minimal page: the list's first screen as static HTML, from the same file server as the app. */
export const serveStaticPage = (): Promise<Served> => serveStatic(staticPage());

/** @param adds routes beside those of the file server */
export async function serveStatic(
  page: string,
  adds: (app: FastifyInstance) => void = () => {},
): Promise<Served> {
  const dir = await mkdtemp(join(tmpdir(), 'pipstream-static-'));
  await writeFile(join(dir, 'index.html'), page);
  await writeFile(join(dir, 'index.html.br'), brotliCompressSync(page));
  const app = Fastify();
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(SECURITY_HEADERS);
  });
  adds(app);
  await serveBuiltApp(app, dir, { apiOrigins: [] });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    async stop() {
      await app.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** @param form what stands above the list, and `script` what serves it */
export function staticPage(form = '', script?: string): string {
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const price = (1.08 + at / 100).toFixed(5);
    return `<div class="row"><i></i><b>SYN${at}/USD</b><span>${price}</span><em>+0.${10 + at}%</em></div>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Static list</title>
<style>
body { margin: 0; font: 16px system-ui; background: #0b0e13; color: #e8ecf2; }
header { padding: 14px 16px; font-size: 18px; font-weight: 600; }
.row { display: flex; align-items: center; gap: 12px; height: 64px; padding: 0 16px; border-bottom: 1px solid #222831; }
.row i { width: 32px; height: 32px; border-radius: 50%; background: #1b212b; }
.row b { flex: 1; }
.row em { width: 84px; color: #2fbf71; font-style: normal; text-align: right; }
</style>
</head>
<body>
<header>Pipstream</header>
${form}
${rows.join('\n')}
${script === undefined ? '' : `<script>${script}</script>`}
</body>
</html>
`;
}
