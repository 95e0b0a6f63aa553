import type { AccountId } from '../../shared/domain/account.ts';
import type { Bus } from '../bus/bus.ts';
import { createCallSender } from '../cluster/calls/call-sender.ts';
import { addBusMetrics, addCopyMetrics, addCrossingMetrics } from '../cluster/cluster-metrics.ts';
import { createAlertsElsewhere, createExchangeElsewhere } from '../cluster/elsewhere.ts';
import { followEvents, followListings, publishEvents } from '../cluster/events.ts';
import { ALL_SHARDS, concerns } from '../cluster/shards.ts';
import { createSharedRateLimits } from '../cluster/shared-rate-limits.ts';
import type { Config } from '../config/config.ts';
import type { Readiness } from '../http/app.ts';
import { systemRandom } from '../random.ts';
import { freeBytesIn, type StoreHealth, watchStore } from '../store/health.ts';
import { announceHere, copyMarket, type GatewayRole, openSealedBus, roleMetrics } from './node.ts';
import { openHealth } from './open-health.ts';
import { openPort } from './port.ts';
import { type RunningServer, type StartDeps, type Undo, withDefaults } from './process.ts';
import { openChecked, openRooms } from './rooms.ts';

/**
 * A gateway: the API, the pages and the socket. It reads what others have stored, keeps people and sessions itself, and sends
 * the calls of a dealer to it.
 */
export async function composeGateway(
  config: Config,
  role: GatewayRole,
  deps: StartDeps,
  undo: Undo,
): Promise<Omit<RunningServer, 'stop'>> {
  const given = withDefaults(config, deps);
  const { clock, logger, onFault } = given;
  const metrics = roleMetrics(role);
  const whileWaiting: Undo = [];
  await openHealth(config, { isReady: () => false, registry: metrics.registry }, whileWaiting);
  const bus = await openSealedBus(role, logger, metrics, undo).finally(() =>
    whileWaiting.map((close) => close()),
  );
  const { store } = await openChecked(config, given, undo, { sharing: 'people' }, metrics);
  const { copy, listings } = await copyMarket(config, given, store, bus);
  const followed = followEvents(bus, (error) => onFault('events', error));
  undo.push(() => followed.stop());
  undo.push(followListings(bus, listings, clock, (error) => onFault('instruments', error)));
  const dealing = () => ({
    exchange: createExchangeElsewhere(store, listings.market, followed.onAccountEvent),
    alerts: createAlertsElsewhere(store, followed.onAlerts),
  });
  const shared = createSharedRateLimits({
    db: store.apart,
    bus,
    clock,
    random: systemRandom,
    report: (error) => onFault('rate limits', error),
  });
  undo.push(shared.stop);
  const rateLimits = shared.limits;
  const rooms = await openRooms({ config, given, store, metrics, listings, dealing, rateLimits }, undo);
  // Sessions that end here are announced to all gateways, this one included, over the bus.
  undo.push(publishEvents(bus, { accounts: rooms.accounts }));
  const services = {
    ...rooms,
    chat: { ...rooms.chat, onMessage: followed.onMessage },
    accounts: {
      ...rooms.accounts,
      // A socket of an ended session must fall silent here also while the broker is away.
      onSessionEnded: both(rooms.accounts.onSessionEnded, followed.onSessionEnded),
    },
  };
  const { market, exchange, accounts } = services;

  const { drainMs } = role;
  let health: StoreHealth | undefined;
  let wasReady = false;
  let isDraining = false;
  const lacks = () => [...(copy.isReady() ? [] : ['prices']), ...(bus.isConnected() ? [] : ['broker'])];
  const readiness = (): Readiness => {
    if (health === undefined) return 'closed';
    if (!store.isReachable()) return 'unreachable';
    if (isDraining) return 'draining';
    if (!health.isHealthy()) return 'failing';
    const isReady = lacks().length === 0;
    wasReady ||= isReady;
    if (isReady) return 'ready';
    // All gateways lose these at the same time, and can still answer most calls: a balancer must not drop all of them for it.
    return wasReady ? 'degraded' : 'failing';
  };
  addBusMetrics(metrics.registry, bus);
  addCopyMetrics(metrics.registry, copy);
  const onMissed = both(gapsOf(bus), followed.onBegun);
  const send = createCallSender({
    bus,
    clock,
    random: systemRandom,
    report: (one) => logger.error(one),
    onBegun: onMissed,
    ...addCrossingMetrics(metrics.registry),
  });
  const onGap = (listener: (isMissed: (account: AccountId) => boolean) => void) =>
    onMissed((shards) => listener((account) => concerns(shards, account)));
  const parts = { config, given, services, store, metrics, readiness, lacks, rateLimits, send, onGap };
  const { url, port, drain } = await openPort(parts, undo);
  announceHere(role, bus, { url: () => url, state: readiness, lagMs: copy.lagMs }, undo);
  undo.push(() => market.stop());
  await market.start();
  const freeBytes = () => freeBytesIn(config.dataDir);
  health = watchStore({ store, clock, freeBytes, onRead: metrics.probed });
  undo.push(() => {
    health?.stop();
    health = undefined;
  });
  undo.push(async () => {
    isDraining = true;
    await drain(drainMs);
  });
  return { url, port, market, exchange, accounts };
}

const both =
  <T>(one: (listener: T) => () => void, other: (listener: T) => () => void) =>
  (listener: T) => {
    const stops = [one(listener), other(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  };

/** Calls its listener when the broker knows the subscriptions again: what is read then misses nothing that comes later. */
const gapsOf = (bus: Bus) => (listener: (shards: ReadonlySet<number>) => void) =>
  bus.onGap(
    () =>
      void bus.flush().then(
        () => listener(ALL_SHARDS),
        () => undefined,
      ),
  );
