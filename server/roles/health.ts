import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';
import type { Undo } from './process.ts';

/** Opens the port of a process that serves `/healthz` alone. @returns its address */
export async function openHealth(
  { port, host }: Pick<Config, 'port' | 'host'>,
  isReady: () => boolean,
  undo: Undo,
): Promise<string> {
  const server = createServer((request, response) => {
    const isHealth = /^\/(healthz|readyz|livez)$/.test(request.url ?? '');
    const isWell = request.url === '/livez' || isReady();
    response.writeHead(isHealth ? (isWell ? 200 : 503) : 404, { 'cache-control': 'no-store' }).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  undo.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port: taken } = server.address() as AddressInfo;
  return `http://${host}:${taken}`;
}

/** A process that takes over when the one that does its work ends. @param url where its health is asked for */
export const sayWaiting =
  (log: Log, url: string) =>
  (sentence: string): void =>
    log.info(`Pipstream waits at ${url}: ${sentence}`);
