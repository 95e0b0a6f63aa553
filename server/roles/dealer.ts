import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { AccountId } from '../../shared/domain/account.ts';
import { alertCalls } from '../alerts/alert-calls.ts';
import { chatCalls } from '../chat/chat-calls.ts';
import { type CallServer, createCallServer } from '../cluster/calls/call-server.ts';
import { shardOfCall } from '../cluster/calls/messages.ts';
import { readShards } from '../cluster/cluster-commands.ts';
import { addBusMetrics, addCopyMetrics, addDealerMetrics } from '../cluster/cluster-metrics.ts';
import { followListings, publishEvents } from '../cluster/events.ts';
import { createFence } from '../cluster/fence.ts';
import { createHolding, type Holding } from '../cluster/holding.ts';
import { listenPresence } from '../cluster/presence.ts';
import { COMMON_SHARD, shardOf } from '../cluster/shards.ts';
import type { NodeRole } from '../config/cluster.ts';
import type { Config } from '../config/config.ts';
import { orderCalls } from '../exchange/order-calls.ts';
import { askSources } from '../feed/feed-commands.ts';
import { createTickRecorder, type PastTicks } from '../feed/past-ticks.ts';
import { RESOURCES } from '../ops/resources.ts';
import { runStep } from '../ops/step.ts';
import { paymentCalls } from '../payments/payment-calls.ts';
import { announceHere, copyMarket, openSealedBus, roleMetrics } from './node.ts';
import { openHealth } from './open-health.ts';
import { type RunningServer, type StartDeps, type Undo, withDefaults } from './process.ts';
import { createDealers, openChecked, openOperators, openRooms, startInTurn } from './rooms.ts';
import { createShardWork } from './shard-work.ts';
import { createStepsElsewhere } from './steps-elsewhere.ts';

/**
 * A dealer: orders, money and messages of the accounts in its shards, for the gateways, and with the common shard the alerts
 * of all accounts. Its port serves `/healthz` alone. The operator's commands run against any dealer.
 */
export async function composeDealer(
  config: Config,
  role: Extract<NodeRole, { readonly name: 'dealer' }>,
  deps: StartDeps,
  undo: Undo,
): Promise<Omit<RunningServer, 'stop'>> {
  const given = withDefaults(config, deps);
  const { clock, logger, onFault } = given;
  let isReady = () => false;
  const metrics = roleMetrics(role);
  const { registry } = metrics;
  const url = await openHealth(config, { isReady: () => isReady(), registry }, undo);
  const bus = await openSealedBus(role, logger, metrics, undo);
  addBusMetrics(registry, bus);
  let lagMs: () => number | null = () => null;
  const state = () => (isReady() ? 'ready' : 'waiting');
  announceHere(role, bus, { url: () => url, state, lagMs: () => lagMs() }, undo);
  const fence = createFence(given.onLost);
  const { store } = await openChecked(config, given, undo, { sharing: 'people', fence }, metrics);
  const past = createTickRecorder();
  const { copy, listings } = await copyMarket(config, given, store, bus, past);
  addCopyMetrics(registry, copy);
  ({ lagMs } = copy);
  const report = (where: string) => (error: unknown) => onFault(where, error);
  undo.push(followListings(bus, listings, clock, report('instruments')));
  const dealt = new Set<number>();
  const part = {
    isDealt: (account: AccountId) => dealt.has(shardOf(account)),
    isPurging: () => fence.epochs.has(COMMON_SHARD),
    past: {
      reached: past.reached,
      since: (...of) => past.since(...of).map(listings.market.priced),
    } satisfies PastTicks,
  };
  const dealing = () => createDealers(config, store, listings, clock, report, part);
  const { isDealt } = part;
  const services = await openRooms({ config, given, store, metrics, listings, dealing, isDealt }, undo);
  const { market, exchange, accounts, alerts } = services;
  // It has the prices when it takes accounts over.
  await startInTurn([market], undo);

  const holding: Holding = createHolding({
    store,
    fence,
    clock,
    holder: `${role.nodeName || hostname()} ${process.pid} ${randomUUID().slice(0, 8)}`,
    leaseMs: role.leaseMs,
    hasBroker: bus.isConnected,
    onTaken: (shards, wereOrphans) => work.begin(shards, wereOrphans),
    onGiven: (shards) => work.end(shards),
    report: report('shards'),
  });
  const calls: CallServer = createCallServer({
    bus,
    clock,
    handlers: {
      ...orderCalls(services),
      ...paymentCalls(services),
      ...chatCalls(services),
      ...alertCalls(services),
    },
    isMine: ({ call, account }) => holding.isSure(shardOfCall(call, account)),
    // Without prices nothing is decided: the caller asks again, and its outcome is unknown in the end.
    isReady: ({ call, account }) => copy.isReady() && !work.isClosing(shardOfCall(call, account)),
    report: onFault,
    ...addDealerMetrics(registry, { underWay: () => calls.size, shards: () => fence.epochs.size }),
  });
  const steps = createStepsElsewhere({
    bus,
    resources: RESOURCES,
    epochOf: (shard) => fence.epochs.get(shard),
    readEpoch: async (shard) => (await readShards(store.read)).find(({ id }) => id === shard)?.epoch,
    run: (step) => runStep(RESOURCES, { ...services, store, clock }, step),
    report: report('steps'),
  });
  const work = createShardWork({ bus, exchange, alerts, calls, serveSteps: steps.serve, dealt });

  undo.push(() => holding.stop());
  undo.push(() => (bus.isConnected() ? bus.flush() : undefined));
  undo.push(publishEvents(bus, services));
  undo.push(() => work.stop());
  await startInTurn([exchange], undo);
  undo.push(() => calls.idle());
  undo.push(() => work.close());
  undo.push(() => holding.keep());
  await holding.start();
  undo.push(
    metrics.watch({
      ...services,
      clock,
      store,
      isReady: () => isReady(),
      warn: (sentence) => logger.warn(sentence),
    }),
  );
  const presence = listenPresence(bus, clock, (sentence) => logger.error(sentence));
  undo.push(() => presence.stop());
  const withPresence = { ...services, cluster: presence, sources: () => askSources(bus) };
  await openOperators(config, given, withPresence, store, undo, steps.elsewhere);
  isReady = () => bus.isConnected() && store.isReachable() && copy.isReady() && holding.isSettled();
  return { url, port: Number(new URL(url).port), market, exchange, accounts };
}
