import { hostname } from 'node:os';
import type { Bus } from '../bus/bus.ts';
import { connectNats } from '../bus/nats.ts';
import { simulatedEntries } from '../catalogue/catalogue.ts';
import { systemClock } from '../clock.ts';
import type { RoleSettings } from '../config/cluster.ts';
import type { Config } from '../config/config.ts';
import { candleRepository } from '../feed/candle-repository.ts';
import { createRemoteMarket, type RemoteMarket } from '../feed/remote/market.ts';
import { createListings, type Listings } from '../listings/listings.ts';
import { type Log, logFault } from '../log.ts';
import type { Store } from '../store/store.ts';
import { type Given, StartError, type Undo } from './process.ts';

/** A process that is a part of the exchange. */
export type NodeRole = Exclude<RoleSettings, { readonly name: 'all' }>;

export type GatewayRole = Extract<RoleSettings, { readonly name: 'gateway' }>;

/** Connects to the broker, and waits for it as long as it takes. */
export async function openBus({ name, nats, nodeName }: NodeRole, log: Log, undo: Undo): Promise<Bus> {
  const bus = await connectNats({
    settings: nats,
    name: `${name} ${nodeName || hostname()} ${process.pid}`,
    clock: systemClock,
    report: (error) => logFault(log, 'bus', error),
    onAway: (sentence) => log.error(sentence),
  });
  undo.push(() => bus.close());
  return bus;
}

/** The feed's market with the operator's changes, as another process publishes it. */
export async function copyMarket(
  { feed, feeType }: Config,
  { clock, logger }: Given,
  store: Store,
  bus: Bus,
): Promise<{ readonly copy: RemoteMarket; readonly listings: Listings }> {
  if (feed.kind !== 'sim') throw new StartError('FEED: recorded quotes are served by ROLE=all only.');
  const report = (sentence: string) => logger.error(sentence);
  const candleStore = candleRepository(store, report);
  const entries = simulatedEntries(feed.synthetic);
  const copy = createRemoteMarket({ entries, bus, clock, candleStore, feeType, report });
  return { copy, listings: await createListings({ store, feed: copy, clock, feeType }) };
}
