import { hostname } from 'node:os';
import type { Bus } from '../bus/bus.ts';
import { connectNats } from '../bus/nats.ts';
import { simulatedEntries } from '../catalogue/catalogue.ts';
import { systemClock } from '../clock.ts';
import { announce } from '../cluster/presence.ts';
import type { NodeRole, RoleSettings } from '../config/cluster.ts';
import type { Config } from '../config/config.ts';
import { candleRepository } from '../feed/candle-repository.ts';
import { memoryCandleStore } from '../feed/candle-store.ts';
import type { FeedOptions } from '../feed/feed.ts';
import type { TickRecorder } from '../feed/past-ticks.ts';
import { createRemoteMarket, type RemoteMarket, type RemoteMarketDeps } from '../feed/remote/market.ts';
import { loadEntries } from '../feed/ticks/tick-files.ts';
import { createMetrics, type Metrics } from '../http/metrics.ts';
import { createListings, type Listings } from '../listings/listings.ts';
import { type Log, logFault } from '../log.ts';
import type { Store } from '../store/store.ts';
import { badFeed, type Given, type Undo } from './process.ts';

export type GatewayRole = Extract<RoleSettings, { readonly name: 'gateway' }>;

const nameOf = ({ nodeName }: NodeRole): string => nodeName || hostname();

/** The figures of a part of the exchange name it. */
export const roleMetrics = (role: RoleSettings): Metrics =>
  createMetrics(role.name === 'all' ? {} : { role: role.name, node: nameOf(role) });

/** Connects to the broker, and waits for it as long as it takes. */
export async function openBus(role: NodeRole, log: Log, undo: Undo): Promise<Bus> {
  const { name, nats } = role;
  const bus = await connectNats({
    settings: nats,
    name: `${name} ${nameOf(role)} ${process.pid}`,
    clock: systemClock,
    report: (error) => logFault(log, 'bus', error),
    onAway: (sentence) => log.error(sentence),
  });
  undo.push(() => bus.close());
  return bus;
}

interface Here {
  readonly url: () => string;
  readonly state: () => string;
  readonly lagMs: () => number | null;
}

/** Tells others that this process is here. */
export function announceHere(role: NodeRole, bus: Bus, { url, state, lagMs }: Here, undo: Undo): void {
  const since = Math.round(performance.timeOrigin);
  const { pid } = process;
  undo.push(
    announce(bus, systemClock, () => ({
      role: role.name,
      node: nameOf(role),
      pid,
      url: url(),
      since,
      state: state(),
      lag_ms: lagMs(),
    })),
  );
}

/** The feed's market with the operator's changes, as another process publishes it. */
export async function copyMarket(
  { feed, feeType }: Config,
  { clock, logger }: Given,
  store: Store,
  bus: Bus,
  recorder?: TickRecorder,
): Promise<{ readonly copy: RemoteMarket; readonly listings: Listings }> {
  const report = (sentence: string) => logger.error(sentence);
  const source = await sourceOf(feed, store, report);
  const copy = createRemoteMarket({ ...source, bus, clock, feeType, report, recorder });
  return { copy, listings: await createListings({ store, feed: copy, clock, feeType }) };
}

/** What a copy of the feed's market needs to know of it beforehand. */
async function sourceOf(
  feed: FeedOptions,
  store: Store,
  report: (sentence: string) => void,
): Promise<Pick<RemoteMarketDeps, 'entries' | 'candleStore' | 'hasSessions'>> {
  if (feed.kind === 'sim')
    return {
      entries: simulatedEntries(feed.synthetic, feed.hours),
      candleStore: candleRepository(store, report),
      hasSessions: true,
    };
  // The feed stores no candles of a recording: all of them come with its prices.
  const entries = await loadEntries(feed.files).catch(badFeed);
  return { entries, candleStore: memoryCandleStore(), hasSessions: false };
}
