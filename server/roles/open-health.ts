import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import { createMetricsAccess } from '../http/metrics-access.ts';
import type { Log } from '../log.ts';
import type { Undo } from './process.ts';

interface HealthDeps {
  readonly isReady: () => boolean;
  /** Its figures, for who may read them. */
  readonly registry: Registry;
}

/** Opens the port of a process that serves `/healthz` and `/metrics` alone. @returns its address */
export async function openHealth(
  config: Pick<Config, 'port' | 'host' | 'metricsToken' | 'role' | 'trustedProxies' | 'allowedOrigins'>,
  { isReady, registry }: HealthDeps,
  undo: Undo,
): Promise<string> {
  const { port, host } = config;
  const mayRead = createMetricsAccess(config);
  const server = createServer((request, response) => {
    if (request.url === '/metrics' && mayRead(request)) return sendMetrics(response, registry);
    const isHealth = /^\/(healthz|readyz|livez)$/.test(request.url ?? '');
    const isWell = request.url === '/livez' || isReady();
    response.writeHead(isHealth ? (isWell ? 200 : 503) : 404, NOT_STORED).end();
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

const NOT_STORED = { 'cache-control': 'no-store' };

function sendMetrics(response: ServerResponse, registry: Registry): void {
  registry.metrics().then(
    (text) => response.writeHead(200, { ...NOT_STORED, 'content-type': registry.contentType }).end(text),
    () => response.writeHead(500, NOT_STORED).end(),
  );
}

/** A process that takes over when the one that does its work ends. @param url where its health is asked for */
export const sayWaiting =
  (log: Log, url: string) =>
  (sentence: string): void =>
    log.info(`Pipstream waits at ${url}: ${sentence}`);
