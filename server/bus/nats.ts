import { randomUUID } from 'node:crypto';
import type { ConnectionOptions, Msg, NatsConnection, PublishOptions } from '@nats-io/transport-node';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import { createListeners } from '../listeners.ts';
import type { Bus, BusMessage, NoAnswer, Sealing } from './bus.ts';

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
  /** Answers come on subjects that name it, so that the broker can keep them from other roles. */
  readonly role: string;
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
/** Another server of the broker usually answers by then. */
const OTHER_ANSWERS_MS = 2_000;
const LOST = 'the connection was lost';

/** Connects as soon as a server of the broker is in reach; from then on reconnects for itself. */
export async function connectNats({ settings, role, name, clock, report, onAway }: NatsDeps): Promise<Bus> {
  // Only a process with a broker pays for its client.
  const { connect, headers } = await import('@nats-io/transport-node');
  const complaint = createComplaint(clock, settings, onAway);
  const options = optionsOf(settings, name);
  const connection = await connectAtLast(() => connect(options), clock, complaint.away);
  complaint.back();
  const beside = (seal: string | undefined): PublishOptions => {
    if (seal === undefined) return {};
    const head = headers();
    head.set(SEAL, seal);
    return { headers: head };
  };
  return createNatsBus({ connection, prefix: `${settings.prefix}.`, role, beside, clock, report, complaint });
}

/** The header that carries the seal of a message. */
const SEAL = 'Pipstream-Seal';

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
});

async function connectAtLast(
  connect: () => Promise<NatsConnection>,
  clock: Clock,
  onFailure: (reason: string) => void,
): Promise<NatsConnection> {
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      onFailure(error instanceof Error ? error.message : String(error));
      await new Promise<void>((resolve) => clock.after(RETRY_MS, resolve));
    }
  }
}

interface Complaint {
  /** Every server has been tried. */
  away(reason: string): void;
  /** The connection to one of the servers. */
  lost(): void;
  back(): void;
}

function createComplaint(clock: Clock, { servers }: NatsSettings, onAway: NatsDeps['onAway']): Complaint {
  let stop: (() => void) | undefined;
  let last = '';
  const complain = () =>
    onAway(`NATS_URL: no broker answers at ${servers.join(', ')} (${last}). Trying again until one does.`);
  const away = (reason: string) => {
    last = reason;
    if (stop !== undefined) return;
    complain();
    stop = clock.every(COMPLAIN_MS, complain);
  };
  return {
    away,
    lost() {
      if (servers.length === 1) return away(LOST);
      stop ??= clock.after(OTHER_ANSWERS_MS, () => {
        stop = undefined;
        away(LOST);
      });
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
  readonly role: string;
  /** What is sent with a message that has this seal. */
  readonly beside: (seal: string | undefined) => PublishOptions;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
  readonly complaint: Complaint;
}

function createNatsBus(parts: Parts): Bus {
  const { connection, prefix, beside, report, complaint } = parts;
  const gaps = createListeners<[]>(report);
  let isConnected = true;
  const follow = async () => {
    for await (const status of connection.status()) {
      if (status.type === 'error') report(status.error);
      if (status.type === 'disconnect') {
        isConnected = false;
        complaint.lost();
      }
      if (status.type !== 'reconnect') continue;
      isConnected = true;
      complaint.back();
      gaps.call();
    }
  };
  follow().catch(report);
  const outbox = createOutbox(report);
  const requests = createRequests(parts, outbox, () => isConnected);
  const toMessage = (message: Msg): BusMessage => ({
    subject: message.subject.slice(prefix.length),
    data: message.data,
    seal: sealOf(message),
    ...(message.reply && {
      respond: (data, seal) => outbox.put(() => message.respond(data, beside(seal))),
    }),
  });

  return {
    // What is published while the broker is away would arrive late: it is lost instead.
    publish(subject, data, seal) {
      outbox.put(() => isConnected && connection.publish(prefix + subject, data, beside(seal)));
    },
    subscribe(subject, handler, isWanted = () => true) {
      const subscription = connection.subscribe(prefix + subject, {
        callback(error, message) {
          try {
            if (error) throw error;
            if (isWanted(message.subject.slice(prefix.length))) handler(toMessage(message));
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
    request(subject, data, timeoutMs, sealing) {
      if (!isConnected) return Promise.resolve(err('nobody'));
      return requests.send(prefix + subject, data, timeoutMs, sealing);
    },
    isConnected: () => isConnected,
    onGap: gaps.add,
    missed: gaps.call,
    async close() {
      outbox.empty();
      isConnected = false;
      complaint.back();
      await connection.close();
      requests.end();
    },
  };
}

interface Outbox {
  put(send: () => unknown): void;
  /** Sends everything that is kept. */
  empty(): void;
}

/**
 * Keeps messages until the events that have already arrived are handled: the client sends all messages of one turn in one
 * system call, which costs more than a message.
 */
function createOutbox(report: (error: unknown) => void): Outbox {
  let kept: (() => unknown)[] = [];
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

const sealOf = ({ headers }: Msg): string | undefined => headers?.get(SEAL) || undefined;

interface Requests {
  send(
    subject: string,
    data: Uint8Array,
    timeoutMs: number,
    sealing: Sealing | undefined,
  ): Promise<Result<Uint8Array, NoAnswer>>;
  /** No answer comes any more. */
  end(): void;
}

const NOBODY_STATUS = 503;

interface Waiting {
  readonly settle: (answer: Result<Uint8Array, NoAnswer>) => void;
  readonly accepts: Sealing['accepts'] | undefined;
}

/** As the client's own requests, which make two errors with stacks for each, and four promises. */
function createRequests(
  { connection, prefix, role, beside, clock, report }: Parts,
  outbox: Outbox,
  isConnected: () => boolean,
): Requests {
  const inbox = `${prefix}re.${role}.${randomUUID()}.`;
  const waiting = new Map<string, Waiting>();
  let count = 0;
  const take = (message: Msg): void => {
    const asked = waiting.get(message.subject.slice(inbox.length));
    // The broker itself answers for a subject without subscribers.
    const hasNoListener = message.data.length === 0 && message.headers?.code === NOBODY_STATUS;
    if (hasNoListener) asked?.settle(err('nobody'));
    else if (asked?.accepts?.({ data: message.data, seal: sealOf(message) }) !== false)
      asked?.settle(ok(message.data));
  };
  const listen = (): void => {
    connection.subscribe(`${inbox}*`, {
      callback: (error, message) => (error ? report(error) : take(message)),
    });
  };
  return {
    send: (subject, data, timeoutMs, sealing) =>
      new Promise((resolve) => {
        if (count === 0) listen();
        const token = String(++count);
        const settle = (answer: Result<Uint8Array, NoAnswer>) => {
          cancel();
          waiting.delete(token);
          resolve(answer);
        };
        const cancel = clock.after(timeoutMs, () => settle(err('late')));
        waiting.set(token, { settle, accepts: sealing?.accepts });
        outbox.put(() => {
          // What leaves after the connection is back would be late.
          if (!isConnected()) settle(err('nobody'));
          else connection.publish(subject, data, { ...beside(sealing?.seal), reply: inbox + token });
        });
      }),
    end() {
      for (const { settle } of waiting.values()) settle(err('late'));
    },
  };
}
