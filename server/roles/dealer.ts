import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { alertCalls } from '../alerts/alert-calls.ts';
import { chatCalls } from '../chat/chat-calls.ts';
import { ALL_CALLS } from '../cluster/calls/messages.ts';
import { type CallServer, createCallServer } from '../cluster/calls/server.ts';
import { addBusMetrics, addCopyMetrics, addDealerMetrics } from '../cluster/cluster-metrics.ts';
import { publishBegin, publishEvents } from '../cluster/events.ts';
import { createFence } from '../cluster/fence.ts';
import { createHolding } from '../cluster/holding.ts';
import { listenPresence } from '../cluster/presence.ts';
import type { NodeRole } from '../config/cluster.ts';
import type { Config } from '../config/config.ts';
import { orderCalls } from '../exchange/order-calls.ts';
import { paymentCalls } from '../payments/payment-calls.ts';
import { openHealth, sayWaiting } from './health.ts';
import { announceHere, copyMarket, openBus, roleMetrics } from './node.ts';
import { type RunningServer, type StartDeps, type Undo, withDefaults } from './process.ts';
import { createDealers, openChecked, openOperators, openRooms, startInTurn } from './rooms.ts';

/**
 * The dealer: orders, money, messages and alerts of all accounts, for the gateways. Its port serves `/healthz` alone. The
 * operator's commands run against it.
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
  const bus = await openBus(role, logger, undo);
  addBusMetrics(registry, bus);
  let lagMs: () => number | null = () => null;
  const state = () => (isReady() ? 'ready' : 'waiting');
  announceHere(role, bus, { url: () => url, state, lagMs: () => lagMs() }, undo);
  const fence = createFence(given.onLost);
  const { store } = await openChecked(config, given, undo, { sharing: 'people', fence }, metrics);
  const { copy, listings } = await copyMarket(config, given, store, bus);
  addCopyMetrics(registry, copy);
  ({ lagMs } = copy);
  const report = (where: string) => (error: unknown) => onFault(where, error);
  const dealing = () => createDealers(config, store, listings, clock, report);
  const services = await openRooms({ config, given, store, metrics, listings, dealing }, undo);
  const { market, exchange, accounts, alerts } = services;
  // A spare dealer has the prices when it takes over.
  await startInTurn([market], undo);
  const holding = createHolding({
    store,
    fence,
    clock,
    holder: `${role.nodeName || hostname()} ${process.pid} ${randomUUID().slice(0, 8)}`,
    leaseMs: role.leaseMs,
    onWaiting: sayWaiting(logger, url),
    report: report('shards'),
  });
  undo.push(() => holding.stop());
  await holding.start();
  undo.push(publishEvents(bus, services));
  await startInTurn([alerts, exchange], undo);
  undo.push(metrics.watch({ ...services, store, isReady: () => isReady() }));
  const calls: CallServer = createCallServer({
    bus,
    clock,
    handlers: {
      ...orderCalls(services),
      ...paymentCalls(services),
      ...chatCalls(services),
      ...alertCalls(services),
    },
    isMine: () => holding.isSure(),
    // Without prices nothing is decided: the caller asks again, and its outcome is unknown in the end.
    isReady: () => copy.isReady(),
    report: (where, error) => onFault(where, error),
    ...addDealerMetrics(registry, { underWay: () => calls.size, shards: () => fence.epochs.size }),
  });
  undo.push(() => calls.idle());
  undo.push(calls.serve(ALL_CALLS));
  publishBegin(bus);
  await bus.flush();
  const presence = listenPresence(bus, clock, (sentence) => logger.error(sentence));
  undo.push(() => presence.stop());
  await openOperators(config, given, { ...services, cluster: presence }, store, undo);
  isReady = () => bus.isConnected() && store.isReachable() && copy.isReady() && holding.isSure();
  return { url, port: Number(new URL(url).port), market, exchange, accounts };
}
