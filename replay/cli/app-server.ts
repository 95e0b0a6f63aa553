import { createReadStream } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { isAppPath } from '../../shared/app-paths.ts';
import { isFile } from './files.ts';

const HOST = '127.0.0.1';
const PAGE = 'index.html';
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface AppServer {
  readonly url: string;
  close(): void;
}

/** Serves the built app of `dir` without an exchange, on a free port of this machine: a replay needs none. */
export async function serveApp(dir: string): Promise<AppServer> {
  const server = createServer((request, response) => {
    answer(dir, new URL(request.url ?? '/', `http://${HOST}`).pathname, response).catch(() =>
      response.destroy(),
    );
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(0, HOST, done);
  });
  return { url: addressOf(server), close: () => closed(server) };
}

function addressOf(server: Server): string {
  const { port } = server.address() as AddressInfo;
  return `http://${HOST}:${port}`;
}

function closed(server: Server): void {
  server.closeAllConnections();
  server.close();
}

async function answer(dir: string, path: string, response: ServerResponse): Promise<void> {
  // A leading slash keeps the path inside of the folder.
  const file = isAppPath(path) ? PAGE : normalize(`/${decodeURIComponent(path)}`);
  const place = join(dir, file);
  if (!(await isFile(place))) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': TYPES[extname(place)] ?? 'application/octet-stream' });
  createReadStream(place).pipe(response);
}
