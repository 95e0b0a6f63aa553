import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Accounts } from './accounts/accounts.ts';
import type { Passwords } from './accounts/password.ts';
import { createAlerts } from './alerts/alerts.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config/config.ts';
import { createExchange, type Exchange } from './exchange/exchange.ts';
import { createFaults } from './faults/faults.ts';
import { addFaultHooks } from './faults/http-faults.ts';
import { withExpiry } from './faults/session-faults.ts';
import { withSocketFaults } from './faults/socket-faults.ts';
import { candleRepository } from './feed/candle-repository.ts';
import { createMarket } from './feed/feed.ts';
import type { Market } from './feed/market.ts';
import { openFiles } from './files/files.ts';
import { answerNotFound, createApp, type Readiness } from './http/app.ts';
import type { Deadlines } from './http/deadlines.ts';
import { createOriginCheck } from './http/guard.ts';
import { createHostCheck } from './http/known-hosts.ts';
import { createMetrics } from './http/metrics.ts';
import { createRequestIds } from './http/request-log.ts';
import { createProxyTrust, visitorAddress } from './http/trusted-proxies.ts';
import { serveBuiltApp } from './http/web-built.ts';
import { createIdentity } from './identity/identity.ts';
import { createLeaders } from './leaders/leaders.ts';
import { whileOpen } from './listings/listed-market.ts';
import { createListings } from './listings/listings.ts';
import { createLog, type Log, logFault } from './log.ts';
import { openChannel } from './ops/channel.ts';
import { RESOURCES } from './ops/resources.ts';
import { createPayments } from './payments/payments.ts';
import { systemRandom } from './random.ts';
import { openSocketServer } from './socket/socket-server.ts';
import { howToRestore, isDamage } from './store/damage.ts';
import { databaseIn } from './store/embedded.ts';
import { isRefusedByDatabase, StoreError, UnavailableError } from './store/errors.ts';
import { checkAtStart } from './store/first-check.ts';
import { freeBytesIn, type StoreHealth, watchStore } from './store/health.ts';
import { USUAL_PATIENCE } from './store/postgres/writer.ts';
import { openStore } from './store/store.ts';
import { openContent, openPeople } from './wiring.ts';

/** The source of the app's pages; without it the server offers only API and socket. */
export type Web =
  | { readonly kind: 'none' }
  | { readonly kind: 'built'; readonly dir: string }
  /** From the sources, with hot reload. */
  | { readonly kind: 'sources'; readonly root: string };

export interface StartDeps {
  readonly clock?: Clock;
  readonly web?: Web;
  /** Receives bugs; `where` contains no secret. Default: the log. */
  readonly onFault?: (where: string, error: unknown, requestId?: string) => void;
  /** Receives lines for the operator. Default: the log. */
  readonly log?: (line: string) => void;
  /** Default: a log as the settings say. */
  readonly logger?: Log;
  /** Password hashing. Default: scrypt at full cost. */
  readonly passwords?: Passwords;
  /** Times for requests to arrive. Default: of `config`, and half a minute for a body. */
  readonly deadlines?: Partial<Deadlines>;
  /**
   * Called once, with a sentence, when the database is lost permanently: the caller stops the exchange.
   * Default: a fault.
   */
  readonly onLost?: (sentence: string) => void;
}

export interface RunningServer {
  /** e.g. `http://127.0.0.1:8080` */
  readonly url: string;
  readonly port: number;
  readonly market: Market;
  readonly exchange: Exchange;
  readonly accounts: Accounts;
  /** Disconnects clients, stores pending state, releases the port and the data folder. */
  stop(): Promise<void>;
}

/** Why the exchange cannot start, as one sentence for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/**
 * Wires the rooms together and opens the port. The port and the data folder are taken before the price
 * history is generated, so that a second start fails at once. Calls get 503 until everything is ready.
 * @throws StoreError, StartError, or the listen error; nothing stays open then
 */
export async function startServer(config: Config, deps: StartDeps = {}): Promise<RunningServer> {
  const undo: (() => Promise<unknown> | unknown)[] = [];
  const stop = async () => {
    for (let next = undo.pop(); next !== undefined; next = undo.pop()) await next();
  };
  try {
    return { ...(await compose(config, deps, undo)), stop };
  } catch (error) {
    await stop();
    // Damage that the check of the pages does not know.
    if (isDamage(error))
      throw new StoreError(howToRestore(databaseIn(config.dataDir), reasonOf(error)), { cause: error });
    if (error instanceof UnavailableError || isRefusedByDatabase(error))
      throw new StoreError(tooSlow(error), { cause: error });
    throw error;
  }
}

const tooSlow = (error: unknown): string =>
  `The database did not serve the start: ${reasonOf(error)}. Start again; if the database is merely slow, raise DATABASE_TIMEOUT_MS.`;

async function compose(
  config: Config,
  {
    clock = systemClock,
    web = { kind: 'none' },
    logger = createLog(config.log),
    onFault = (where, error, requestId) => logFault(logger, where, error, requestId),
    log = (line) => logger.info(line),
    passwords,
    deadlines,
    onLost = (sentence) => onFault('store', sentence),
  }: StartDeps,
  undo: (() => Promise<unknown> | unknown)[],
): Promise<Omit<RunningServer, 'stop'>> {
  const metrics = createMetrics();
  const opened = await openStore({
    dataDir: config.dataDir,
    database: config.database,
    patience: { ...USUAL_PATIENCE, answerMs: config.databaseTimeoutMs },
    log,
    report: (sentence) => onFault('store', sentence),
    onLost,
    onFlush: metrics.flushed,
  });
  const store = metrics.timed(opened);
  undo.push(() => store.close());
  undo.push(
    await checkAtStart({
      store,
      clock,
      toleratesBreaks: config.toleratesBrokenBooks,
      report: (sentence) => onFault('store', sentence),
      log,
      onDamage: onLost,
      onFault: (error) => onFault('first check', error),
    }),
  );
  const feed = await createMarket({
    feed: config.feed,
    clock,
    candleStore: candleRepository(store, (sentence) => onFault('candles', sentence)),
    feeType: config.feeType,
    report: (sentence) => logger.error(sentence),
  }).catch(badFeed);
  const { demoBalance, stopOutPercent, feeType } = config;
  const listings = await createListings({ store, feed, clock, feeType });
  const { market } = listings;
  const report = (where: string) => (error: unknown) => onFault(where, error);
  const { countEvent } = metrics;
  const people = openPeople({
    store,
    clock,
    random: systemRandom,
    config,
    log,
    report,
    passwords,
    logger,
    countEvent,
  });
  const faults = config.faults ? createFaults(clock) : undefined;
  const accounts = faults === undefined ? people.accounts : withExpiry(people.accounts, faults);
  undo.push(() => people.security.stop());
  undo.push(() => people.outbox.stop());
  undo.push(() => accounts.stop());
  const exchange = createExchange({
    store,
    market: whileOpen(market),
    clock,
    settings: { stopOutPercent, feeType, demoBalance },
    report: report('exchange'),
  });
  const alerts = createAlerts({ store, market: whileOpen(market), clock, report: report('alerts') });
  const leaders = createLeaders({ market }, config.leaders);
  const files = await openFiles({
    store,
    clock,
    random: systemRandom,
    dataDir: config.dataDir,
    report: report('files'),
  });
  undo.push(() => files.stop());
  const payments = createPayments({
    store,
    exchange,
    files,
    clock,
    now: () => market.now(),
    factors: people.factors,
    verification: people.verification,
    payoutHoldMs: config.payoutHoldMs,
    security: people.security,
  });
  await payments.start();
  const identity = createIdentity({ store, clock, files });
  const { content, chat } = await openContent({ store, clock, files, report });
  undo.push(() => chat.idle());

  let health: StoreHealth | undefined;
  const readiness = (): Readiness => {
    if (health === undefined) return 'closed';
    if (!store.isReachable()) return 'unreachable';
    return health.isHealthy() ? 'ready' : 'failing';
  };
  const isAllowedOrigin = createOriginCheck(config.allowedOrigins);
  const isKnownHost = createHostCheck(config.publicOrigin, config.allowedOrigins, config.host);
  const services = {
    ...people,
    accounts,
    market,
    exchange,
    leaders,
    listings,
    files,
    payments,
    identity,
    content,
    chat,
    alerts,
    config,
    faults,
  };
  const isProxy = createProxyTrust(config.trustedProxies);
  const addFaults = faults && ((to: FastifyInstance) => addFaultHooks(to, faults, clock));
  const app = createApp({
    services,
    clock,
    isAllowedOrigin,
    isKnownHost,
    isHttps: config.publicOrigin?.startsWith('https:') ?? false,
    isProxy,
    requestIds: createRequestIds(systemRandom, isProxy),
    log: logger,
    demoAccountsPerAddress: config.limits.demoAccountsPerAddress,
    deadlines: { uploadMs: config.limits.uploadTimeoutMs, ...deadlines },
    readiness,
    onFault,
    metrics,
    addFaults,
  });
  undo.push(() => app.close());
  const isForOthers = await addWeb(app, web, config.publicOrigin, undo);
  const sockets = openSocketServer(app.server, {
    market,
    exchange,
    chat,
    alerts,
    accounts,
    security: people.security,
    clock,
    writing: store.writing,
    isAllowedOrigin,
    isKnownHost,
    isReady: () =>
      health !== undefined && store.isReachable() && faults?.strike('refuse', 'socket') === undefined,
    ...(faults === undefined ? {} : { wrapSocket: (socket) => withSocketFaults(socket, faults, clock) }),
    visitorOf: (request) => visitorAddress(request, isProxy),
    maxPerVisitor: config.limits.socketsPerAddress,
    isForOthers: (request) => isForOthers(request.headers['sec-websocket-protocol']),
    onFault,
  });
  undo.push(() => sockets.stop());
  const isReady = () => readiness() === 'ready';
  undo.push(metrics.watch({ store, exchange, market, sockets, outbox: people.outbox, isReady }));
  await app.listen({ port: config.port, host: config.host });

  undo.push(() => alerts.stop());
  await alerts.start();
  undo.push(() => exchange.stop());
  await exchange.start();
  undo.push(() => market.stop());
  await market.start();
  health = watchStore({
    store,
    clock,
    freeBytes: () => freeBytesIn(config.dataDir),
    onRead: metrics.probed,
  });
  undo.push(() => {
    health?.stop();
    health = undefined;
  });
  const channel = await openChannel({
    resources: RESOURCES,
    deps: { ...services, store, clock },
    random: systemRandom,
    dataDir: config.dataDir,
    onFault,
  });
  undo.push(channel);
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://${urlHost(config.host)}:${port}`, port, market, exchange, accounts };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function badFeed(error: unknown): never {
  throw new StartError(`FEED can't be played: ${error instanceof Error ? error.message : error}.`, {
    cause: error,
  });
}

/** @returns whether an upgrade with this sub-protocol belongs to the development server */
async function addWeb(
  app: FastifyInstance,
  web: Web,
  publicOrigin: string | undefined,
  undo: (() => Promise<unknown> | unknown)[],
): Promise<(subProtocol: string | undefined) => boolean> {
  switch (web.kind) {
    case 'built':
      await serveBuiltApp(app, web.dir, publicOrigin);
      return () => false;
    case 'sources': {
      const { isReloadSocket, serveSources } = await import('./http/web-dev.ts');
      const vite = await serveSources(app, web.root);
      undo.push(() => vite.close());
      return isReloadSocket;
    }
    case 'none':
      app.setNotFoundHandler(answerNotFound);
      return () => false;
  }
}

/** A wildcard host ("every address") cannot be opened in a browser. */
const urlHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};
