import { createReadStream, existsSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { isAppPath } from '../../shared/app-paths.ts';
import type { Bytes } from '../format/packed-text.ts';
import { UsageError } from './exit.ts';
import { HOST, listening } from './listening.ts';
import { isFile } from './recording-files.ts';

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

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The folder of the built app. @throws UsageError if the app is not built */
export function builtApp(): string {
  const dist = join(ROOT, 'dist');
  if (!existsSync(join(dist, PAGE))) throw new UsageError('The app is not built: npm run build.');
  return dist;
}

interface AppServerOptions {
  /** 0 takes a free one. */
  readonly port?: number;
  /** Files beside the app, by their path: their bytes. */
  readonly files?: ReadonlyMap<string, () => Bytes>;
}

/** Serves the built app of `dir` without an exchange, on this machine alone: a replay needs none. */
export async function serveApp(
  dir: string,
  { port = 0, files = new Map() }: AppServerOptions = {},
): Promise<AppServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', `http://${HOST}`);
    const file = files.get(pathname);
    const sent = file === undefined ? answer(dir, pathname, response) : pipeline(file(), response);
    sent.catch(() => response.destroy());
  });
  await listening(server, port);
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

/** A leading slash keeps the path inside of the folder. */
const placeOf = (dir: string, path: string): string =>
  join(dir, isAppPath(path) ? PAGE : normalize(`/${decodeURIComponent(path)}`));

async function answer(dir: string, path: string, response: ServerResponse): Promise<void> {
  const place = placeOf(dir, path);
  if (!(await isFile(place))) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': TYPES[extname(place)] ?? 'application/octet-stream' });
  createReadStream(place).pipe(response);
}
