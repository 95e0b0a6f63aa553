import type { ConnectionOptions, Msg, NatsConnection } from '@nats-io/transport-node';
import { err, ok } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import { createListeners } from '../listeners.ts';
import type { Bus, BusMessage } from './bus.ts';

/** Where the broker is, from `NATS_URL`. */
export interface NatsSettings {
  /** `host:port` of each server of the broker. */
  readonly servers: readonly string[];
  readonly tls: boolean;
  /** Name and password as functions, so that no log shows them. */
  readonly user: (() => string) | undefined;
  readonly password: (() => string) | undefined;
  /** First tokens of every subject, so that several exchanges can share a broker. */
  readonly prefix: string;
}

export interface NatsDeps {
  readonly settings: NatsSettings;
  /** Shown in the broker's list of connections. */
  readonly name: string;
  readonly clock: Clock;
  /** Receives what a handler throws and what the broker complains about. */
  readonly report: (error: unknown) => void;
  /** Receives a sentence for the operator when the broker is out of reach, and again every ten seconds. */
  readonly onAway: (sentence: string) => void;
}

const RETRY_MS = 250;
const CONNECT_TIMEOUT_MS = 2_000;
/** A broker that stands still is found out after two of these without an answer. */
const PING_MS = 2_000;
const COMPLAIN_MS = 10_000;

/** Connects as soon as a server of the broker is in reach; from then on reconnects for itself. */
export async function connectNats({ settings, name, clock, report, onAway }: NatsDeps): Promise<Bus> {
  const complaint = createComplaint(clock, settings, onAway);
  const connection = await connectAtLast(optionsOf(settings, name), clock, complaint.away);
  complaint.back();
  return createNatsBus({ connection, prefix: `${settings.prefix}.`, report, complaint });
}

const optionsOf = (settings: NatsSettings, name: string): ConnectionOptions => ({
  servers: [...settings.servers],
  name,
  ...(settings.user && { user: settings.user() }),
  ...(settings.password && { pass: settings.password() }),
  ...(settings.tls && { tls: {} }),
  timeout: CONNECT_TIMEOUT_MS,
  maxReconnectAttempts: -1,
  ignoreAuthErrorAbort: true,
  reconnectDelayHandler: () => RETRY_MS,
  pingInterval: PING_MS,
  // A trace for each request, of which hardly any fails, would cost more than the request.
  noAsyncTraces: true,
});

async function connectAtLast(
  options: ConnectionOptions,
  clock: Clock,
  onFailure: (reason: string) => void,
): Promise<NatsConnection> {
  // Only a process with a broker pays for its client.
  const { connect } = await import('@nats-io/transport-node');
  for (;;) {
    try {
      return await connect(options);
    } catch (error) {
      onFailure(error instanceof Error ? error.message : String(error));
      await new Promise<void>((resolve) => clock.after(RETRY_MS, resolve));
    }
  }
}

interface Complaint {
  away(reason: string): void;
  back(): void;
}

function createComplaint(clock: Clock, { servers }: NatsSettings, onAway: NatsDeps['onAway']): Complaint {
  let stop: (() => void) | undefined;
  let last = '';
  const complain = () =>
    onAway(`NATS_URL: no broker answers at ${servers.join(', ')} (${last}). Trying again until one does.`);
  return {
    away(reason) {
      last = reason;
      if (stop !== undefined) return;
      complain();
      stop = clock.every(COMPLAIN_MS, complain);
    },
    back() {
      stop?.();
      stop = undefined;
    },
  };
}

interface Parts {
  readonly connection: NatsConnection;
  readonly prefix: string;
  readonly report: (error: unknown) => void;
  readonly complaint: Complaint;
}

function createNatsBus({ connection, prefix, report, complaint }: Parts): Bus {
  const gaps = createListeners<[]>(report);
  let isConnected = true;
  const follow = async () => {
    for await (const status of connection.status()) {
      if (status.type === 'error') report(status.error);
      if (status.type === 'disconnect') {
        isConnected = false;
        complaint.away('the connection was lost');
      }
      if (status.type !== 'reconnect') continue;
      isConnected = true;
      complaint.back();
      gaps.call();
    }
  };
  follow().catch(report);
  const outbox = createOutbox(report);
  const toMessage = (message: Msg): BusMessage => ({
    subject: message.subject.slice(prefix.length),
    data: message.data,
    ...(message.reply && { respond: (data) => outbox.put(() => message.respond(data)) }),
  });

  return {
    // What is published while the broker is away would arrive late: it is lost instead.
    publish(subject, data) {
      outbox.put(() => {
        if (isConnected) connection.publish(prefix + subject, data);
      });
    },
    subscribe(subject, handler) {
      const subscription = connection.subscribe(prefix + subject, {
        callback(error, message) {
          try {
            if (error) throw error;
            handler(toMessage(message));
          } catch (thrown) {
            report(thrown);
          }
        },
      });
      return () => subscription.unsubscribe();
    },
    async flush() {
      outbox.empty();
      while (!connection.isClosed()) {
        const isKnown = await connection.flush().then(
          () => true,
          () => false,
        );
        if (isKnown) return;
        await nextGap(gaps, connection);
      }
    },
    async request(subject, data, timeoutMs) {
      await new Promise<void>((resolve) => outbox.put(resolve));
      if (!isConnected) return err('nobody');
      try {
        return ok((await connection.request(prefix + subject, data, { timeout: timeoutMs })).data);
      } catch (error) {
        return err(isUnheard(error) ? 'nobody' : 'late');
      }
    },
    isConnected: () => isConnected,
    onGap: gaps.add,
    async close() {
      outbox.empty();
      isConnected = false;
      complaint.back();
      await connection.close();
    },
  };
}

interface Outbox {
  put(send: () => void): void;
  /** Sends all at once. */
  empty(): void;
}

/**
 * Keeps messages until the events that have already arrived are handled: the client sends all that it is given at once in one
 * system call, which costs more than a message.
 */
function createOutbox(report: (error: unknown) => void): Outbox {
  let kept: (() => void)[] = [];
  const empty = () => {
    const sends = kept;
    kept = [];
    for (const send of sends) {
      try {
        send();
      } catch (error) {
        report(error);
      }
    }
  };
  return {
    put(send) {
      if (kept.length === 0) setImmediate(empty);
      kept.push(send);
    },
    empty,
  };
}

/** Resolves when the connection is back, or closed for good. */
const nextGap = (gaps: ReturnType<typeof createListeners<[]>>, connection: NatsConnection): Promise<void> =>
  new Promise((resolve) => {
    const stop = gaps.add(() => {
      stop();
      resolve();
    });
    void connection.closed().then(() => resolve());
  });

const isUnheard = (error: unknown): boolean =>
  error instanceof Error && 'isNoResponders' in error && typeof error.isNoResponders === 'function'
    ? error.isNoResponders() === true
    : false;
