import type { Bus } from '../../../server/bus/bus.ts';
import { shardOfCall } from '../../../server/cluster/calls/messages.ts';
import { type CallServer, createCallServer } from '../../../server/cluster/calls/server.ts';
import { publishEvents } from '../../../server/cluster/events.ts';
import { createFence } from '../../../server/cluster/fence.ts';
import { createHolding } from '../../../server/cluster/holding.ts';
import { shardOf } from '../../../server/cluster/shards.ts';
import type { AccountEvent } from '../../../server/exchange/exchange.ts';
import { createMailboxes } from '../../../server/exchange/mailbox.ts';
import type { RemoteMarket } from '../../../server/feed/remote/market.ts';
import { createListeners } from '../../../server/listeners.ts';
import { createShardWork } from '../../../server/roles/shard-work.ts';
import { ElsewhereError } from '../../../server/store/errors.ts';
import type { WireOrder } from '../../../shared/contract/orders.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { type Change, type Database, type Entry, type Held, replyKey } from './database.ts';
import { FEE, figuresOf, orderOf, PROFIT } from './figures.ts';
import type { Process, Timeline } from './timeline.ts';

const LEASE_MS = 2_000;
/** A price closes a position that is so old, unless its owner has. Nothing but the fence keeps two dealers from both doing it. */
const CLOSED_AFTER_MS = 4_000;

interface DealerDeps {
  readonly process: Process;
  readonly timeline: Timeline;
  readonly bus: Bus;
  readonly copy: RemoteMarket;
  readonly database: Database;
  readonly isFenced: boolean;
  readonly report: (what: string) => void;
}

type Decision = Pick<Change, 'after' | 'entries'> & { readonly order: number | undefined };

/** The real protocol of a dealer (shards, leases, fence, calls, events) around orders that are as simple as can be. */
export async function startDealer(deps: DealerDeps): Promise<void> {
  const { process, timeline, bus, copy, database, isFenced, report } = deps;
  const { clock } = process;
  const fail = (error: unknown) => report(String(error));
  const fence = createFence(
    () => process.kill(),
    (transaction, ids) => store.shared(transaction, ids),
  );
  const store = database.connect(process, () => fence, isFenced);
  const events = createListeners<[AccountEvent]>(fail);
  const dealt = new Set<number>();
  const deals = createDeals(deps, store, (account) => dealt.has(shardOf(account)), events.call);
  const holding = createHolding({
    store,
    fence,
    clock,
    holder: process.name,
    leaseMs: LEASE_MS,
    onTaken: (shards, wereOrphans) => work.begin(shards, wereOrphans),
    onGiven: (shards) => work.end(shards),
    // A database that ends sessions makes them fail: they are tried again.
    report: () => undefined,
    rows: store.rows,
    stopwatch: timeline.now,
  });
  const wire = async (account: AccountId, cid: string | undefined, decide: (held: Held) => Decision) => {
    const order = await deals.run(account, cid, decide);
    return ok({ Id: order ?? 0 } as WireOrder) satisfies Result<WireOrder>;
  };
  const handlers = {
    submitOrder: ({ cid }: { cid?: string }, { session }: { session: { accountId: AccountId } }) =>
      wire(session.accountId, cid, (held) => opened(session.accountId, held, database, cid, clock.now())),
    closeOrder: (
      { id, cid }: { id: number; cid?: string },
      { session }: { session: { accountId: AccountId } },
    ) => wire(session.accountId, cid, (held) => closed(session.accountId, held, id, cid)),
  };
  const calls: CallServer = createCallServer({
    bus,
    clock,
    handlers: handlers as never,
    isMine: ({ call, account }) => holding.isSure(shardOfCall(call, account)),
    isReady: ({ call, account }) => copy.isReady() && !work.isClosing(shardOfCall(call, account)),
    report: () => undefined,
  });
  const work = createShardWork({
    bus,
    exchange: deals,
    alerts: { start: async () => undefined, stop: async () => undefined },
    calls,
    serveSteps: () => () => undefined,
    dealt,
  });
  publishEvents(bus, { exchange: { onAccountEvent: events.add } });
  copy.onTick(() => {
    for (const { account, order } of deals.due(clock.now() - CLOSED_AFTER_MS))
      deals
        .run(account, undefined, (held) => closed(account, held, order, undefined))
        .catch(() => undefined)
        .finally(() => deals.done(order));
  });
  await copy.start();
  await holding.start();
}

function createDeals(
  { database, timeline }: DealerDeps,
  store: ReturnType<Database['connect']>,
  isDealt: (account: AccountId) => boolean,
  tell: (event: AccountEvent) => void,
) {
  const held = new Map<AccountId, Held>();
  const mailboxes = createMailboxes<AccountId>();
  const closing = new Set<number>();
  const load = async (account: AccountId): Promise<Held> => {
    const known = held.get(account) ?? (await store.read(() => database.accounts.get(account)));
    if (known === undefined) throw new Error(`no account ${account}`);
    held.set(account, known);
    return known;
  };
  return {
    async run(account: AccountId, cid: string | undefined, decide: (held: Held) => Decision) {
      if (!isDealt(account)) throw new ElsewhereError(account);
      return mailboxes.run(account, async () => {
        if (!isDealt(account)) throw new ElsewhereError(account);
        const earlier =
          cid === undefined
            ? undefined
            : await store.read(() => database.replies.get(replyKey(account, cid)));
        if (earlier) return earlier.order;
        const before = await load(account);
        const { after, entries, order } = decide(before);
        if (cid === undefined && entries.length === 0) return undefined;
        const change = { account, after, entries, reply: cid === undefined ? undefined : { cid, order } };
        try {
          await store.write(async (transaction) => store.put(transaction, change), account);
        } catch (error) {
          held.delete(account);
          throw error;
        }
        held.set(account, after);
        if (after !== before) tell(eventOf(account, after, entries, timeline.now()));
        return order;
      });
    },
    async take(which: (account: AccountId) => boolean) {
      const found = await store.read(() => [...database.accounts].filter(([account]) => which(account)));
      for (const [account, one] of found) if (!held.has(account)) held.set(account, one);
    },
    async release(which: (account: AccountId) => boolean, letGo: () => void) {
      letGo();
      await mailboxes.idle(which);
      for (const account of held.keys()) if (which(account)) held.delete(account);
    },
    *due(before: number) {
      for (const [account, { open }] of held)
        for (const [order, { openedAt }] of open) {
          // The others wait for their owner.
          if (openedAt > before || order % 2 === 0 || closing.has(order)) continue;
          closing.add(order);
          yield { account, order };
        }
    },
    done: (order: number) => void closing.delete(order),
  };
}

function opened(
  account: AccountId,
  held: Held,
  database: Database,
  cid: string | undefined,
  now: number,
): Decision {
  const order = database.takeNumber();
  const entry: Entry = { account, order, what: 'opened', amount: -FEE, cid };
  return {
    order,
    entries: [entry],
    after: {
      n: held.n + 1,
      balance: held.balance - FEE,
      open: new Map([...held.open, [order, { openedAt: now }]]),
    },
  };
}

function closed(account: AccountId, held: Held, order: number, cid: string | undefined): Decision {
  if (!held.open.has(order)) return { order: undefined, entries: [], after: held };
  const entry: Entry = { account, order, what: 'closed', amount: PROFIT, cid };
  const open = new Map(held.open);
  open.delete(order);
  return { order, entries: [entry], after: { n: held.n + 1, balance: held.balance + PROFIT, open } };
}

function eventOf(accountId: AccountId, after: Held, entries: readonly Entry[], now: number): AccountEvent {
  return {
    accountId,
    n: after.n,
    orders: entries.map(({ order, what }) => orderOf(order, what, now)),
    closedIds: entries.flatMap(({ order, what }) => (what === 'closed' ? [order as never] : [])),
    account: figuresOf(after),
  };
}
