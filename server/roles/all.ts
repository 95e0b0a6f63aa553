import type { Config } from '../config/config.ts';
import { candleRepository } from '../feed/candle-repository.ts';
import { createMarket } from '../feed/feed.ts';
import type { Readiness } from '../http/app.ts';
import { createListings } from '../listings/listings.ts';
import { freeBytesIn, type StoreHealth, watchStore } from '../store/health.ts';
import { watchLog } from '../store/log-watch.ts';
import { openPort } from './port.ts';
import {
  badFeed,
  claimFor,
  instrumentsOf,
  listedEntries,
  type RunningServer,
  type StartDeps,
  type Undo,
  withDefaults,
} from './process.ts';
import { createDealers, openChecked, openOperators, openRooms, startInTurn } from './rooms.ts';

/** The whole exchange in one process. */
export async function composeAll(
  config: Config,
  deps: StartDeps,
  undo: Undo,
): Promise<Omit<RunningServer, 'stop'>> {
  const given = withDefaults(config, deps);
  const { clock, logger, onFault } = given;
  const { store, metrics } = await openChecked(config, given, undo);
  await claimFor(config, store, clock, given.log);
  const feed = await createMarket({
    feed: config.feed,
    listed: await listedEntries(config, store, clock),
    clock,
    candleStore: candleRepository(store, (sentence) => onFault('candles', sentence)),
    feeType: config.feeType,
    report: (sentence) => logger.error(sentence),
    say: given.log,
  }).catch(badFeed);
  const listings = await createListings({
    store,
    feed,
    clock,
    feeType: config.feeType,
    instruments: instrumentsOf(config),
  });
  const report = (where: string) => (error: unknown) => onFault(where, error);
  const dealing = () => createDealers(config, store, listings, clock, report);
  const services = await openRooms({ config, given, store, metrics, listings, dealing }, undo);
  const { market, exchange, accounts } = services;

  let health: StoreHealth | undefined;
  const readiness = (): Readiness => {
    if (health === undefined) return 'closed';
    if (!store.isReachable()) return 'unreachable';
    return health.isHealthy() ? 'ready' : 'failing';
  };
  const { url, port } = await openPort({ config, given, services, store, metrics, readiness }, undo);

  await startInTurn([services.alerts, exchange, market], undo);
  const freeBytes = () => freeBytesIn(config.dataDir);
  health = watchStore({ store, clock, freeBytes, onRead: metrics.probed });
  undo.push(() => {
    health?.stop();
    health = undefined;
  });
  undo.push(watchLog(store, clock, (sentence) => logger.warn(sentence)));
  const sources = async () => feed.sources?.() ?? [];
  await openOperators(config, given, { ...services, sources }, store, undo);
  return { url, port, market, exchange, accounts };
}
