import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { CODE } from '../../shared/contract/codes.ts';
import { err, refusal } from '../../shared/result.ts';
import type { SendCall } from '../cluster/calls/call-sender.ts';
import type { Config } from '../config/config.ts';
import { addFaultHooks } from '../faults/http-faults.ts';
import { withSocketFaults } from '../faults/socket-faults.ts';
import { answerNotFound, createApp, type Readiness } from '../http/app.ts';
import { addBusinessFigures } from '../http/business-figures.ts';
import { createCalls } from '../http/calls.ts';
import { addDeviceResults } from '../http/device-results.ts';
import { trackRequests } from '../http/drain.ts';
import { createOriginCheck } from '../http/guard.ts';
import type { Metrics } from '../http/metrics.ts';
import { createMetricsAccess } from '../http/metrics-access.ts';
import { createRequestIds } from '../http/request-log.ts';
import { createProxyTrust, visitorAddress } from '../http/trusted-proxies.ts';
import { serveBuiltApp } from '../http/web-built.ts';
import { apiOriginsOf, createHostCheck } from '../known-hosts.ts';
import { createFirstPages } from '../page/first-page.ts';
import { systemRandom } from '../random.ts';
import type { RateLimits } from '../rate-limit.ts';
import type { Services } from '../services.ts';
import { openSocketServer, type SocketDeps } from '../socket/socket-server.ts';
import type { Store } from '../store/store.ts';
import { NOBODY } from '../visitor.ts';
import type { Given, Undo, Web } from './process.ts';

interface PortDeps {
  readonly config: Config;
  readonly given: Given;
  readonly services: Services;
  readonly store: Store;
  readonly metrics: Metrics;
  readonly readiness: () => Readiness;
  /** What is away while it is degraded. */
  readonly lacks?: () => readonly string[];
  /** Default: those of this process alone. */
  readonly rateLimits?: RateLimits;
  /** Where another process deals. */
  readonly send?: SendCall;
  readonly onGap?: SocketDeps['onGap'];
}

interface Port {
  readonly url: string;
  readonly port: number;
  /** Sends the clients away, spread over that time, and waits for the requests under way. */
  drain(overMs: number): Promise<void>;
}

/** Opens the port with the API, the app's pages and the socket. */
export async function openPort(deps: PortDeps, undo: Undo): Promise<Port> {
  const { config, services, store, metrics, readiness } = deps;
  const { web } = deps.given;
  const app = createServedApp(deps);
  const requests = trackRequests(app, () => readiness() === 'draining');
  undo.push(() => app.close());
  const isForOthers = await addWeb(app, web, deps, undo);
  if (config.bench) addDeviceResults(app, join(config.dataDir, 'bench'), deps.given.clock);
  const sockets = openSockets(app, deps, isForOthers);
  undo.push(() => sockets.stop());
  const { exchange, market, outbox } = services;
  const isReady = () => readiness() === 'ready';
  const { clock, logger, onFault } = deps.given;
  const warn = (sentence: string) => logger.warn(sentence);
  undo.push(metrics.watch({ clock, store, exchange, market, sockets, outbox, isReady, warn }));
  // The store itself reports that the database is out of reach.
  const report = (error: unknown) => store.isReachable() && onFault('figures of the business', error);
  undo.push(addBusinessFigures(metrics.registry, { db: store.read, market, clock, report }));
  await app.listen({ port: config.port, host: config.host });
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://${urlHost(config.host)}:${port}`,
    port,
    async drain(overMs) {
      await sockets.drain(overMs);
      await requests.idle();
    },
  };
}

function createServedApp({
  config,
  given,
  services,
  metrics,
  readiness,
  lacks,
  rateLimits,
  send,
}: PortDeps): FastifyInstance {
  const { clock, logger, deadlines, onFault } = given;
  const { faults } = services;
  const isProxy = createProxyTrust(config.trustedProxies);
  return createApp({
    services,
    clock,
    isAllowedOrigin: createOriginCheck(config.allowedOrigins),
    isKnownHost: hostCheckOf(config),
    isHttps: config.publicOrigin?.startsWith('https:') ?? false,
    isProxy,
    requestIds: createRequestIds(systemRandom, isProxy),
    log: logger,
    demoAccountsPerAddress: config.limits.demoAccountsPerAddress,
    deadlines: { uploadMs: config.limits.uploadTimeoutMs, ...deadlines },
    readiness,
    lacks,
    rateLimits,
    send,
    onFault,
    metrics,
    mayReadMetrics: createMetricsAccess(config),
    addFaults: faults && ((to: FastifyInstance) => addFaultHooks(to, faults, clock)),
  });
}

function openSockets(
  app: FastifyInstance,
  { config, given, services, store, readiness, onGap }: PortDeps,
  isForOthers: (subProtocol: string | undefined) => boolean,
) {
  const { clock, onFault } = given;
  const { faults } = services;
  const isProxy = createProxyTrust(config.trustedProxies);
  return openSocketServer(app.server, {
    ...services,
    clock,
    writing: store.writing,
    onGap,
    isAllowedOrigin: createOriginCheck(config.allowedOrigins),
    isKnownHost: hostCheckOf(config),
    isReady: () =>
      readiness() !== 'closed' &&
      readiness() !== 'draining' &&
      store.isReachable() &&
      faults?.strike('refuse', 'socket') === undefined,
    ...(faults === undefined ? {} : { wrapSocket: (socket) => withSocketFaults(socket, faults, clock) }),
    visitorOf: (request) => visitorAddress(request, isProxy),
    maxPerVisitor: config.limits.socketsPerAddress,
    isForOthers: (request) => isForOthers(request.headers['sec-websocket-protocol']),
    onFault,
  });
}

/** @returns whether an upgrade with this sub-protocol belongs to the development server */
async function addWeb(
  app: FastifyInstance,
  web: Web,
  { config, given, services, send }: PortDeps,
  undo: Undo,
): Promise<(subProtocol: string | undefined) => boolean> {
  switch (web.kind) {
    case 'built': {
      const calls = createCalls(services, send);
      const run: Parameters<typeof createFirstPages>[0]['run'] = (name, language) =>
        calls(name, { ...UNKNOWN_READER, language });
      await serveBuiltApp(app, web.dir, {
        apiOrigins: apiOriginsHere(config),
        complaintUrl: config.complaintUrl,
        hasBench: config.bench,
        firstPages: hasFirstRows(config)
          ? (page) => createFirstPages({ page, clock: given.clock, market: services.market, run })
          : undefined,
      });
      return () => false;
    }
    case 'sources': {
      const { isReloadSocket, serveSources } = await import('../http/web-dev.ts');
      const vite = await serveSources(app, web.root, config.bench);
      undo.push(() => vite.close());
      return isReloadSocket;
    }
    case 'none':
      app.setNotFoundHandler(answerNotFound);
      return () => false;
  }
}

/** Of calls that ask for nothing but what everybody may read. */
const UNKNOWN_READER = {
  parameters: new URLSearchParams(),
  token: undefined,
  readFile: async () => err(refusal(CODE.badParameter)),
  visitor: NOBODY,
};

/** Not where the app shows companies, or sends its visitors elsewhere. */
const hasFirstRows = ({ site: { companyMode, companyStatus } }: Config): boolean =>
  companyMode === 0 && companyStatus === 0;

const apiOriginsHere = ({ publicOrigin, apiLabels }: Config) => apiOriginsOf(publicOrigin, apiLabels);

const hostCheckOf = (config: Config) =>
  createHostCheck([...config.allowedOrigins, ...apiOriginsHere(config)], config.host);

/** A wildcard host ("every address") cannot be opened in a browser. */
const urlHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};
