import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { CODE } from '../../shared/contract/codes.ts';
import type { RouteName } from '../../shared/contract/routes.ts';
import { refusal } from '../../shared/result.ts';
import { type Clock, stopwatchMs } from '../clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { sayWhatIsSilent, watchFeedAge } from '../feed/feed-age.ts';
import type { Market } from '../feed/market.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { SecurityKind } from '../security/security-kinds.ts';
import type { Store } from '../store/store.ts';
import { isLocal, type MetricsAccess } from './metrics-access.ts';
import { DATA_POLICY } from './security-headers.ts';
import { sendRefusal } from './send-refusal.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;

interface MetricSources {
  readonly clock: Pick<Clock, 'aheadMs' | 'steady' | 'every'>;
  readonly store: Pick<Store, 'waiting' | 'logBytes'>;
  readonly market: Pick<Market, 'instruments' | 'quote' | 'onTick' | 'onMarketState'>;
  /** Receives which instruments have no price in their hours. */
  readonly warn: (sentence: string) => void;
  /** Absent in a process without them. */
  readonly exchange?: Pick<Exchange, 'waiting'>;
  readonly sockets?: { readonly size: number };
  readonly outbox?: Pick<Outbox, 'underWay'>;
  readonly isReady: () => boolean;
}

/**
 * Figures of the running exchange for Prometheus. Labels are names of calls and of outcomes, never anything of
 * an account.
 */
export interface Metrics {
  /** For the figures of one role. */
  readonly registry: Registry;
  /** The same store, with its writes timed. */
  timed(store: Store): Store;
  /** Each takes the duration of a flush to the disk, or of a probe's read, in ms. */
  readonly flushed: (ms: number) => void;
  readonly probed: (ms: number) => void;
  readonly countEvent: (kind: SecurityKind, count: number) => void;
  /**
   * Counts and times the calls of `app`, and serves `/metrics` on it.
   * @param mayRead default: programs on this machine
   */
  addTo(app: FastifyInstance, mayRead?: MetricsAccess): void;
  /** Reads the gauges from these from now on. @returns stop */
  watch(sources: MetricSources): () => void;
}

/** @param labels of all figures */
export function createMetrics(labels: Readonly<Record<string, string>> = {}): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels(labels);
  const registers = [registry];
  const orders = new Counter({
    name: 'pipstream_orders_total',
    help: 'Calls that change orders, by outcome',
    labelNames: ['call', 'outcome'],
    registers,
  });
  const refusals = new Counter({
    name: 'pipstream_refusals_total',
    help: 'Calls of the API that were not a success, by the name of their code',
    labelNames: ['call', 'outcome'],
    registers,
  });
  const events = new Counter({
    name: 'pipstream_security_events_total',
    help: 'Security events, equal ones up to a minute late',
    labelNames: ['kind'],
    registers,
  });
  const durations = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Histogram({ name, help, labelNames, buckets: SECONDS, registers });
  const calls = durations('pipstream_call_seconds', 'Time from a request to its answer', ['call']);
  const writes = durations(
    'pipstream_database_write_seconds',
    'Time of a write to the database, its wait and its flush included',
  );
  const flushes = durations('pipstream_database_flush_seconds', 'Time of a flush to the disk');
  const reads = durations('pipstream_database_read_seconds', 'Time of the read of the probe once a second');
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });

  // Prometheus's usual names. Its client has more, with an observer of each garbage collection.
  gauge('process_resident_memory_bytes', 'Memory of the process', () => process.memoryUsage.rss());
  gauge('process_heap_bytes', 'Used part of the heap', () => process.memoryUsage().heapUsed);
  gauge('process_start_time_seconds', 'Start of the process', () => performance.timeOrigin / 1_000);
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Time of the processor, of user and system together',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / MICROSECONDS);
    },
  });

  return {
    registry,
    timed: (store) => ({
      ...store,
      async write(work, on) {
        const fromMs = stopwatchMs();
        try {
          return await store.write(work, on);
        } finally {
          writes.observe((stopwatchMs() - fromMs) / 1_000);
        }
      },
    }),

    flushed: (ms) => flushes.observe(ms / 1_000),
    probed: (ms) => reads.observe(ms / 1_000),
    countEvent: (kind, count) => events.inc({ kind }, count),

    addTo(app, mayRead = isLocal) {
      // An alert on the rate of failures sees the first one only as a change from 0.
      app.addHook('onRoute', ({ config: { call, changes } = {} }) => {
        if (call !== undefined && changes) orders.inc({ call, outcome: 'internal' }, 0);
      });
      app.addHook('onSend', (request, reply, payload, done) => {
        const { call, changes } = request.routeOptions.config;
        if (call !== undefined) {
          calls.observe({ call }, reply.elapsedTime / 1_000);
          const outcome = outcomeOf(payload);
          if (changes) orders.inc({ call, outcome });
          if (outcome !== 'success') refusals.inc({ call, outcome });
        }
        done(null, payload);
      });
      app.get('/metrics', async (request, reply) => {
        if (!mayRead(request.raw)) return sendRefusal(request, reply, 404, refusal(CODE.notFound));
        return reply
          .headers({ 'cache-control': 'no-store', 'content-security-policy': DATA_POLICY })
          .type(registry.contentType)
          .send(await registry.metrics());
      });
    },

    watch({ clock, store, exchange, market, sockets, outbox, isReady, warn }) {
      const age = watchFeedAge(market, clock);
      const stopSaying = sayWhatIsSilent(age, clock, warn);
      const delay = monitorEventLoopDelay({ resolution: 20 });
      delay.enable();
      gauge(
        'pipstream_clock_ahead_seconds',
        "How far stamps are ahead of the machine's clock, which was set back",
        () => clock.aheadMs() / 1_000,
      );
      gauge('pipstream_ready', '1 when orders can be decided and stored', () => (isReady() ? 1 : 0));
      if (outbox) gauge('pipstream_outbox_letters', 'Letters on their way out', outbox.underWay);
      if (sockets) gauge('pipstream_sockets', 'Open sockets', () => sockets.size);
      gauge(
        'pipstream_feed_age_seconds',
        'Time without a tick of the instrument that has been without one for longest in its hours',
        () => (age.oldest()?.ageMs ?? 0) / 1_000,
      );
      gauge('pipstream_waiting_writes', 'Writes that wait for the database', store.waiting);
      gauge('pipstream_database_log_bytes', "Size of the embedded database's log", store.logBytes);
      if (exchange)
        gauge(
          'pipstream_waiting_commands',
          'Commands that wait for an earlier one of their account',
          exchange.waiting,
        );
      gauge(
        'pipstream_event_loop_lag_seconds',
        'Longest delay of the event loop since the last reading',
        () => {
          const longest = Math.max(0, delay.max / NANOSECONDS);
          delay.reset();
          return longest;
        },
      );
      return () => {
        delay.disable();
        stopSaying();
        age.stop();
      };
    },
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of the contract that a route serves. */
    call?: RouteName;
  }
}

const OUTCOMES: ReadonlyMap<number, string> = new Map(
  Object.entries(CODE).map(([name, code]) => [code, name]),
);

/** The name of the envelope's code. */
function outcomeOf(payload: unknown): string {
  const [, code] = /^\{"code":(\d+)/.exec(typeof payload === 'string' ? payload : '') ?? [];
  return OUTCOMES.get(Number(code)) ?? 'other';
}
