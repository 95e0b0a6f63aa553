import type { Bus } from '../bus/bus.ts';
import { systemClock } from '../clock.ts';
import { watchClock } from '../clock-watch.ts';
import { addBusMetrics, addFeedMetrics } from '../cluster/cluster-metrics.ts';
import { followListings } from '../cluster/events.ts';
import { createFeedLease } from '../cluster/feed-lease.ts';
import type { NodeRole } from '../config/cluster.ts';
import type { Config } from '../config/config.ts';
import { type Board, quoteAll } from '../feed/board.ts';
import { candleRepository } from '../feed/candle-repository.ts';
import { createMarket } from '../feed/feed.ts';
import { serveSources } from '../feed/feed-commands.ts';
import { openWaitingDoor } from '../feed/push/source-server.ts';
import { createPublisher } from '../feed/remote/publisher.ts';
import { createListings } from '../listings/listings.ts';
import { type Log, logFault } from '../log.ts';
import { USUAL_PATIENCE } from '../store/postgres/writer.ts';
import { openStore, type Store } from '../store/store.ts';
import { announceHere, openBus, roleMetrics } from './node.ts';
import { openHealth, sayWaiting } from './open-health.ts';
import { badFeed, claimFor, instrumentsOf, listedEntries, type Undo } from './process.ts';

interface FeedDeps {
  readonly log: Log;
  /** Called once, with a sentence, when the database is lost permanently: the caller stops the feed. */
  readonly onLost: (sentence: string) => void;
}

interface RunningFeed {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * The role `feed`: makes the prices, publishes them on the bus and stores the candles. Its port serves `/healthz` alone,
 * also while it waits for the broker.
 * @throws StoreError, or the listen error; nothing stays open then
 */
export async function startFeed(config: Config, role: NodeRole, deps: FeedDeps): Promise<RunningFeed> {
  const undo: Undo = [];
  const stop = async () => {
    for (let next = undo.pop(); next !== undefined; next = undo.pop()) await next();
  };
  try {
    return { url: await compose(config, role, deps, undo), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function compose(
  config: Config,
  role: NodeRole,
  { log, onLost }: FeedDeps,
  undo: Undo,
): Promise<string> {
  const clock = systemClock;
  const report = (sentence: string) => log.error(sentence);
  undo.push(watchClock(clock, log));
  let isReady = () => false;
  const metrics = roleMetrics(role);
  const url = await openHealth(config, { isReady: () => isReady(), registry: metrics.registry }, undo);
  const bus = await openBus(role, log, undo);
  addBusMetrics(metrics.registry, bus);
  const state = () => (isReady() ? 'ready' : 'waiting');
  announceHere(role, bus, { url: () => url, state, lagMs: () => null }, undo);
  const opened = await openInTurn(config, { log, onLost }, bus, url);
  const store = metrics.timed(opened);
  undo.push(() => store.close());
  await claimFor(config, store, clock, (sentence) => log.info(sentence));
  let board: Board | undefined;
  const feed = await createMarket({
    feed: config.feed,
    listed: await listedEntries(config, store, clock),
    clock,
    candleStore: candleRepository(store, report),
    feeType: config.feeType,
    report,
    say: (sentence) => log.info(sentence),
    onBoard(one) {
      board = one;
    },
  }).catch(badFeed);
  // The operator's hours decide when the feed quotes.
  const listings = await createListings({
    store,
    feed,
    clock,
    feeType: config.feeType,
    instruments: instrumentsOf(config),
  });
  undo.push(followListings(bus, listings, clock, (error) => logFault(log, 'instruments', error)));
  undo.push(addFeedMetrics(metrics.registry, feed));
  undo.push(
    metrics.watch({
      clock,
      store,
      market: feed,
      isReady: () => isReady(),
      warn: (sentence) => log.warn(sentence),
    }),
  );
  undo.push(serveSources(bus, () => feed.sources?.() ?? []));
  undo.push(() => feed.stop());
  await feed.start();
  if (board === undefined) throw new Error('a feed without a board');
  quoteAll(board, clock.now());
  const lease = createFeedLease({
    store: opened,
    clock,
    isConnected: bus.isConnected,
    report: (error) => logFault(log, 'lease', error),
    onLost,
  });
  const epoch = await lease.start();
  undo.push(() => lease.stop());
  const publisher = createPublisher({ board, bus, clock, epoch, isSure: lease.isSure });
  publisher.start();
  undo.push(() => publisher.stop());
  isReady = () => bus.isConnected() && store.isReachable() && lease.isSure();
  return url;
}

/** Opens the database when no other feed works; meanwhile sources of prices hear that this one waits. */
async function openInTurn(config: Config, { log, onLost }: FeedDeps, bus: Bus, url: string): Promise<Store> {
  const closeDoor =
    config.feed.kind === 'push' ? await openWaitingDoor(config.feed.listen) : async () => undefined;
  try {
    return await openStore({
      dataDir: config.dataDir,
      database: config.database,
      sharing: 'feed',
      onWaiting: sayWaiting(log, url),
      isAble: bus.isConnected,
      patience: { ...USUAL_PATIENCE, answerMs: config.databaseTimeoutMs },
      log: (line) => log.info(line),
      report: (sentence) => log.error(sentence),
      onLost,
    });
  } finally {
    await closeDoor();
  }
}
