import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Bus } from '../bus/bus.ts';
import type { Market } from '../feed/market.ts';
import type { RemoteMarket } from '../feed/remote/remote-market.ts';
import { NOT_TAKEN, type SenderDeps } from './calls/call-sender.ts';
import type { CallServerDeps } from './calls/call-server.ts';
import { CROSSING } from './crossing.ts';
import { SEAL_FAULTS, type SealFault } from './seal.ts';

/*
 * Figures of the parts of an exchange for Prometheus, beside those that every process has. Labels are names of calls and of
 * outcomes, never anything of an account.
 */

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const gauge = (registry: Registry, name: string, help: string, value: () => number) =>
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(value());
    },
  });

/** Of each process with a broker. */
export function addBusMetrics(registry: Registry, bus: Pick<Bus, 'isConnected'>): void {
  gauge(registry, 'pipstream_broker_connected', '1 while the broker can be reached', () =>
    bus.isConnected() ? 1 : 0,
  );
}

/** Of a gateway or dealer. @returns counts a message that it did not believe */
export function addSealMetrics(registry: Registry): (fault: SealFault) => void {
  const refused = new Counter({
    name: 'pipstream_broker_refused_total',
    help: 'Messages from the broker that were dropped, by what is wrong with their seals',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of SEAL_FAULTS) refused.inc({ reason }, 0);
  return (reason) => refused.inc({ reason });
}

/** Of a process that copies the prices. */
export function addCopyMetrics(registry: Registry, copy: Pick<RemoteMarket, 'lagMs'>): void {
  gauge(
    registry,
    'pipstream_prices_lag_seconds',
    'Delay of the newest frame of prices beyond the usual one, or their silence',
    () => copy.lagMs() / 1_000,
  );
}

/** Of a gateway: the calls that it sends to dealers. */
export function addCrossingMetrics(
  registry: Registry,
): Required<Pick<SenderDeps, 'onAnswered' | 'onNotTaken'>> {
  const registers = [registry];
  const calls = new Histogram({
    name: 'pipstream_crossing_seconds',
    help: 'Time from sending a call to a dealer to its answer, all tries and pauses included',
    labelNames: ['call', 'outcome'],
    buckets: SECONDS,
    registers,
  });
  const tries = new Counter({
    name: 'pipstream_crossings_not_taken_total',
    help: 'Tries of calls that no dealer took, by the reason',
    labelNames: ['reason'],
    registers,
  });
  // An alert on the rate of failures sees the first one only as a change from 0.
  for (const call of Object.keys(CROSSING))
    for (const outcome of ['unknown', 'failed']) calls.zero({ call, outcome });
  for (const reason of NOT_TAKEN) tries.inc({ reason }, 0);
  return {
    onAnswered: (call, outcome, ms) => calls.observe({ call, outcome }, ms / 1_000),
    onNotTaken: (reason) => tries.inc({ reason }),
  };
}

/** Of a dealer: the calls that it takes. */
export function addDealerMetrics(
  registry: Registry,
  sources: { readonly underWay: () => number; readonly shards: () => number },
): Required<Pick<CallServerDeps, 'onAnswered'>> {
  const answers = new Counter({
    name: 'pipstream_dealer_calls_total',
    help: 'Calls of gateways, by the outcome',
    labelNames: ['call', 'outcome'],
    registers: [registry],
  });
  gauge(
    registry,
    'pipstream_dealer_calls_under_way',
    'Calls of gateways that wait or are carried out',
    sources.underWay,
  );
  gauge(registry, 'pipstream_shards_held', 'Shards of accounts that this process deals for', sources.shards);
  return { onAnswered: (call, outcome) => answers.inc({ call, outcome }) };
}

/** Of the feed. */
export function addFeedMetrics(registry: Registry, market: Pick<Market, 'onTick'>): () => void {
  let ticks = 0;
  const stop = market.onTick(() => {
    ticks++;
  });
  new Counter({
    name: 'pipstream_ticks_total',
    help: 'Ticks that the feed has made',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(ticks);
    },
  });
  return stop;
}
