import { hostname } from 'node:os';
import type { Bus } from '../bus/bus.ts';
import { connectNats } from '../bus/nats.ts';
import { simulatedEntries } from '../catalogue/catalogue.ts';
import { type Clock, stopwatchMs, systemClock } from '../clock.ts';
import { addSealMetrics } from '../cluster/cluster-metrics.ts';
import { announce } from '../cluster/presence.ts';
import { SEAL_WINDOW_MS, type SealFault } from '../cluster/seal.ts';
import { createSealedBus } from '../cluster/sealed-bus.ts';
import type { NodeRole, RoleSettings } from '../config/cluster.ts';
import type { Config } from '../config/config.ts';
import { candleRepository } from '../feed/candle-repository.ts';
import { memoryCandleStore } from '../feed/candle-store.ts';
import type { TickRecorder } from '../feed/past-ticks.ts';
import {
  createRemoteMarket,
  type RemoteMarket,
  type RemoteMarketDeps,
} from '../feed/remote/remote-market.ts';
import { loadEntries } from '../feed/ticks/tick-files.ts';
import { createMetrics, type Metrics } from '../http/metrics.ts';
import { openKeyFile } from '../key-file.ts';
import { createListings, type Listings } from '../listings/listings.ts';
import { type Log, logFault } from '../log.ts';
import { systemRandom } from '../random.ts';
import type { Store } from '../store/store.ts';
import { badFeed, type Given, instrumentsOf, listedEntries, type Undo } from './process.ts';

export type GatewayRole = Extract<RoleSettings, { readonly name: 'gateway' }>;

const nameOf = ({ nodeName }: NodeRole): string => nodeName || hostname();

/** Metrics that carry the name of this part of the exchange. */
export const roleMetrics = (role: RoleSettings): Metrics =>
  createMetrics(role.name === 'all' ? {} : { role: role.name, node: nameOf(role) });

/** Connects to the broker, and waits for it as long as it takes. */
export async function openBus(role: NodeRole, log: Log, undo: Undo): Promise<Bus> {
  const { name, nats } = role;
  const bus = await connectNats({
    settings: nats,
    role: name,
    name: `${name} ${nameOf(role)} ${process.pid}`,
    clock: systemClock,
    report: (error) => logFault(log, 'bus', error),
    onAway: (sentence) => log.error(sentence),
  });
  undo.push(() => bus.close());
  return bus;
}

/** The bus of a gateway or dealer: nothing that a member of the exchange would have sealed is believed without its seal. */
export async function openSealedBus(
  role: Extract<NodeRole, { readonly keysDir: string }>,
  log: Log,
  metrics: Metrics,
  undo: Undo,
): Promise<Bus> {
  const key = openKeyFile(role.keysDir, 'bus.key', systemRandom);
  const open = await openBus(role, log, undo);
  const count = addSealMetrics(metrics.registry);
  const logRefusal = createRefusalLog((sentence) => log.error(sentence));
  return createSealedBus({
    bus: open,
    key,
    exchange: role.nats.prefix,
    random: systemRandom,
    wallMs: systemClock.wall,
    onRefused(fault, subject) {
      count(fault);
      logRefusal(fault, subject);
    },
  });
}

const LOG_MS = 10_000;

/** One sentence for all messages that are refused within ten seconds: anybody on the broker can send any number. */
function createRefusalLog(say: (sentence: string) => void) {
  let loggedAt = Number.NEGATIVE_INFINITY;
  let unlogged = 0;
  return (fault: SealFault, subject: string): void => {
    unlogged++;
    if (stopwatchMs() - loggedAt < LOG_MS) return;
    say(
      `Messages from the broker that were not believed: ${unlogged}, the last on ${subject} (${fault}). Somebody else publishes there, a process has another bus.key in its KEYS_DIR, or the clocks of two machines differ by more than ${SEAL_WINDOW_MS / 1_000} s.`,
    );
    loggedAt = stopwatchMs();
    unlogged = 0;
  };
}

interface Here {
  readonly url: () => string;
  readonly state: () => string;
  readonly lagMs: () => number | null;
}

/** Announces this process to the others. */
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
  config: Config,
  { clock, logger }: Given,
  store: Store,
  bus: Bus,
  recorder?: TickRecorder,
): Promise<{ readonly copy: RemoteMarket; readonly listings: Listings }> {
  const { feeType } = config;
  const report = (sentence: string) => logger.error(sentence);
  const source = await sourceOf(config, store, clock, report);
  const copy = createRemoteMarket({ ...source, bus, clock, feeType, report, recorder });
  return {
    copy,
    listings: await createListings({ store, feed: copy, clock, feeType, instruments: instrumentsOf(config) }),
  };
}

/** What a copy of the feed's market needs to know of it beforehand. */
async function sourceOf(
  { feed }: Pick<Config, 'feed'>,
  store: Store,
  clock: Clock,
  report: (sentence: string) => void,
): Promise<Pick<RemoteMarketDeps, 'entries' | 'candleStore' | 'hasSessions'>> {
  if (feed.kind !== 'ticks')
    return {
      entries: simulatedEntries(feed.synthetic, feed.hours, await listedEntries({ feed }, store, clock)),
      candleStore: candleRepository(store, report),
      hasSessions: true,
    };
  // The feed stores no candles of a recording: all of them come with its prices.
  const entries = await loadEntries(feed.files).catch(badFeed);
  return { entries, candleStore: memoryCandleStore(), hasSessions: false };
}
