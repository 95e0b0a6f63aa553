import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { parseNightTime } from '../../shared/domain/financing.ts';
import { type Alerts, createAlerts } from '../alerts/alerts.ts';
import type { Clock } from '../clock.ts';
import { recallClock } from '../clock-memory.ts';
import { watchClock } from '../clock-watch.ts';
import type { Config } from '../config/config.ts';
import { createExchange, type Exchange, type ExchangeDeps } from '../exchange/exchange.ts';
import { createFaults } from '../faults/faults.ts';
import { withExpiry } from '../faults/session-faults.ts';
import { createFavourites } from '../favourites/favourites.ts';
import { openFiles } from '../files/files.ts';
import { openFolderStore } from '../files/folder-store.ts';
import { createMetrics, type Metrics } from '../http/metrics.ts';
import { createIdentity } from '../identity/identity.ts';
import { createLeaders } from '../leaders/leaders.ts';
import { whileOpen } from '../listings/listed-market.ts';
import type { Listings } from '../listings/listings.ts';
import { openChannel, type StepElsewhere } from '../ops/channel.ts';
import { RESOURCES } from '../ops/resources.ts';
import { createPayments } from '../payments/payments.ts';
import { createPortfolio } from '../portfolio/portfolio.ts';
import { pushEvents } from '../push/push-events.ts';
import { systemRandom } from '../random.ts';
import type { RateLimits } from '../rate-limit.ts';
import type { Services } from '../services.ts';
import { checkAtStart } from '../store/first-check.ts';
import { USUAL_PATIENCE } from '../store/postgres/writer.ts';
import { openStore, type Store, type StoreOptions } from '../store/store.ts';
import { openContent, openPeople, openPush } from '../wiring.ts';
import { type Given, StartError, type Undo } from './process.ts';

/** The database, opened and checked, and the figures about it. */
export async function openChecked(
  config: Config,
  { clock, log, logger, onFault, onLost }: Given,
  undo: Undo,
  sharing: Pick<StoreOptions, 'sharing' | 'fence'> = {},
  metrics: Metrics = createMetrics(),
): Promise<{ readonly store: Store; readonly metrics: Metrics }> {
  const opened = await openStore({
    dataDir: config.dataDir,
    database: config.database,
    patience: { ...USUAL_PATIENCE, answerMs: config.databaseTimeoutMs },
    ...sharing,
    log,
    report: (sentence) => onFault('store', sentence),
    onLost,
    onFlush: metrics.flushed,
  });
  const store = metrics.timed(opened);
  undo.push(() => store.close());
  // From here on no other process uses the folder.
  undo.push(watchClock(clock, logger, recallClock(config.dataDir, clock)));
  // A process that only serves people leaves the books to the one that deals.
  if (sharing.sharing === 'people' && sharing.fence === undefined) return { store, metrics };
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
  return { store, metrics };
}

/** Whether prices are simulated, and not for accounts with real money. */
const refusesRealMoney = ({ feed, allowsSimulated }: Config): boolean =>
  feed.kind === 'sim' && !allowsSimulated;

/** Dealing and alerts, in the process that does both. */
export function createDealers(
  config: Config,
  store: Store,
  { market, nights: rates }: Listings,
  clock: Clock,
  report: (where: string) => (error: unknown) => void,
  part: Pick<ExchangeDeps, 'isDealt' | 'isPurging' | 'past'> = {},
): { readonly exchange: Exchange; readonly alerts: Alerts } {
  const { demoBalance, stopOutPercent, feeType } = config;
  const time = parseNightTime(config.financingTime);
  const refusesReal = refusesRealMoney(config);
  const exchange = createExchange({
    store,
    market: whileOpen(market),
    clock,
    settings: { stopOutPercent, feeType, demoBalance, refusesReal },
    financing: time && { time, rates, onTick: market.onTick },
    ...part,
    report: report('exchange'),
  });
  const alerts = createAlerts({
    store,
    market: whileOpen(market),
    clock,
    past: part.past,
    report: report('alerts'),
  });
  return { exchange, alerts };
}

/** Starts rooms one after the other; pass those that react to prices before the market. */
export async function startInTurn(
  rooms: readonly Pick<Exchange, 'start' | 'stop'>[],
  undo: Undo,
): Promise<void> {
  for (const room of rooms) {
    undo.push(() => room.stop());
    await room.start();
  }
}

/** Takes the operator's commands from now on. @throws StartError if their port is taken */
export async function openOperators(
  config: Pick<Config, 'dataDir' | 'operatorsPort'>,
  { clock, onFault }: Pick<Given, 'clock' | 'onFault'>,
  services: Services,
  store: Store,
  undo: Undo,
  elsewhere?: StepElsewhere,
): Promise<void> {
  undo.push(
    await openChannel({
      resources: RESOURCES,
      deps: { ...services, store, clock },
      elsewhere,
      random: systemRandom,
      dataDir: config.dataDir,
      port: config.operatorsPort,
      onFault,
    }).catch((error) => {
      const at = `127.0.0.1:${config.operatorsPort}`;
      throw new StartError(`Operators can't be listened for at ${at}: ${error.message}.`, { cause: error });
    }),
  );
}

interface RoomDeps {
  readonly config: Config;
  readonly given: Given;
  readonly store: Store;
  readonly metrics: Metrics;
  readonly listings: Listings;
  /** Default: those of this process alone. */
  readonly rateLimits?: RateLimits;
  /** Default: for all accounts. */
  readonly isDealt?: ExchangeDeps['isDealt'];
  readonly dealing: () => { readonly exchange: Exchange; readonly alerts: Alerts };
}

/** A name for this process in the shared outbox: host and data folder, which no other process has. */
const writerOf = (dataDir: string): string =>
  `${hostname().replaceAll(/[^\w.-]/g, '_')}-${createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 8)}`;

/** Opens all rooms except dealing and alerts, which `dealing` brings, and the port. */
export async function openRooms(deps: RoomDeps, undo: Undo): Promise<Services> {
  const { config, given, store, metrics, listings } = deps;
  const { clock, log, logger, passwords, onFault } = given;
  const { market } = listings;
  const { role } = config;
  const shared = role.name === 'gateway' || role.name === 'dealer' ? role : undefined;
  const keysDir = shared?.keysDir;
  const report = (where: string) => (error: unknown) => onFault(where, error);
  const { countEvent } = metrics;
  const people = openPeople({
    store,
    clock,
    random: systemRandom,
    config,
    keysDir,
    outboxPlace: shared && { folder: join(shared.sharedDir, 'outbox'), writer: writerOf(config.dataDir) },
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
  const { exchange, alerts } = deps.dealing();
  const leaders = createLeaders({ market }, config.leaders);
  const files = await openFiles({
    store,
    clock,
    random: systemRandom,
    dataDir: config.dataDir,
    keysDir,
    ...(shared === undefined ? {} : { fileStore: await openFolderStore(join(shared.sharedDir, 'files')) }),
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
    refusesDeposits: refusesRealMoney(config),
    security: people.security,
  });
  await payments.start();
  const identity = createIdentity({ store, clock, files });
  const { rateLimits, isDealt } = deps;
  const { content, chat } = await openContent({ store, clock, files, report, rateLimits, isDealt });
  undo.push(() => chat.idle());
  const push = openPush({ store, clock, random: systemRandom, config, keysDir, report });
  undo.push(() => push.stop());
  undo.push(pushEvents({ push, exchange, alerts, market }));
  return {
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
    favourites: createFavourites({ store, market }),
    push,
    portfolio: createPortfolio({ store, market }),
    config,
    faults,
  };
}
