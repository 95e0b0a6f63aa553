import type { Bus } from '../../../server/bus/bus.ts';
import { createCallSender, type SendCall } from '../../../server/cluster/calls/call-sender.ts';
import { followEvents } from '../../../server/cluster/events.ts';
import { ALL_SHARDS, concerns } from '../../../server/cluster/shards.ts';
import type { RemoteMarket } from '../../../server/feed/remote/remote-market.ts';
import { createListeners } from '../../../server/listeners.ts';
import { type AccountTopics, createAccountTopics } from '../../../server/socket/account-topics.ts';
import type { Subscription } from '../../../server/socket/audience.ts';
import type { Flushable } from '../../../server/socket/flusher.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import type { Chance } from '../chance.ts';
import type { Database } from './database.ts';
import { figuresOf, orderOf } from './figures.ts';
import type { Process } from './timeline.ts';

export interface Gateway {
  readonly process: Process;
  readonly send: SendCall;
  /** When it answered the last ping of its sockets, ms. */
  aliveMs(): number;
  /** @returns leave */
  join(account: AccountId, trade: Subscription, closed: Subscription): () => void;
}

interface GatewayDeps {
  readonly process: Process;
  readonly bus: Bus;
  readonly copy: RemoteMarket;
  readonly database: Database;
  readonly chance: Chance;
  readonly report: (what: string) => void;
}

const FLUSH_MS = 10;
/** All phones ping at once. */
const PING_MS = 1_000;

/** The real senders of calls and topics of accounts of a gateway; sessions and the API are left out. */
export async function startGateway({
  process,
  bus,
  copy,
  database,
  chance,
  report,
}: GatewayDeps): Promise<Gateway> {
  const fail = (error: unknown) => report(String(error));
  const store = database.connect(process, () => undefined, false);
  const followed = followEvents(bus, fail);
  const accounts = new Map<AccountId, AccountTopics>();
  const flusher = createRounds(process);
  const topicsOf = (account: AccountId): AccountTopics => {
    const known = accounts.get(account);
    if (known) return known;
    const snapshot = () =>
      store.read(() => {
        const held = database.accounts.get(account);
        if (held === undefined) throw new Error(`no account ${account}`);
        const orders = [...held.open].map(([id, { openedAt }]) => orderOf(id, 'opened', openedAt));
        return { n: held.n, orders, figures: figuresOf(held) };
      });
    const topics = createAccountTopics(
      account,
      {
        market: { wall: process.clock.wall },
        exchange: { snapshot, mark: () => undefined },
        chat: { latest: async () => [] },
        alerts: { list: async () => [] },
        flusher,
        // A lost connection to the database: it is read again.
        onFault: () => undefined,
      },
      () => accounts.delete(account),
    );
    accounts.set(account, topics);
    return topics;
  };
  const missed = createListeners<[ReadonlySet<number>]>(fail);
  missed.add((shards) => {
    for (const [account, topics] of accounts) if (concerns(shards, account)) topics.readAgain();
  });
  followed.onAccountEvent(
    (event) => accounts.get(event.accountId)?.publish(event),
    (account) => accounts.has(account),
  );
  followed.onBegun(missed.call);
  bus.onGap(() => void bus.flush().then(() => missed.call(ALL_SHARDS)));
  let aliveMs = 0;
  process.clock.every(PING_MS, () => {
    aliveMs = process.clock.now();
  });
  await copy.start();
  return {
    process,
    aliveMs: () => aliveMs,
    send: createCallSender({
      bus,
      clock: process.clock,
      random: { bytes: (count) => Uint8Array.from({ length: count }, () => chance.whole(0, 255)) },
      report,
      onBegun: missed.add,
    }),
    join(account, trade, closed) {
      const topics = topicsOf(account);
      for (const [topic, one] of [
        [topics.trade, trade],
        [topics.closed, closed],
      ] as const) {
        topic.audience.add(one);
        flusher.request(topic);
      }
      return () => {
        for (const [topic, one] of [
          [topics.trade, trade],
          [topics.closed, closed],
        ] as const)
          topic.audience.remove(one);
        topics.trade.onIdle();
      };
    },
  };
}

function createRounds({ clock }: Process) {
  const requested = new Set<Flushable>();
  let isPlanned = false;
  const plan = (topic: Flushable) => {
    requested.add(topic);
    if (isPlanned) return;
    isPlanned = true;
    clock.after(FLUSH_MS, () => {
      isPlanned = false;
      const now = [...requested];
      requested.clear();
      for (const one of now) if (one.flush()) plan(one);
    });
  };
  return { request: plan, requestLater: plan, stop: () => undefined };
}
