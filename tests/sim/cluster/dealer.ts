import type { Bus } from '../../../server/bus/bus.ts';
import { type CallServer, createCallServer } from '../../../server/cluster/calls/call-server.ts';
import { shardOfCall } from '../../../server/cluster/calls/messages.ts';
import { publishEvents } from '../../../server/cluster/events.ts';
import { createFence } from '../../../server/cluster/fence.ts';
import { createHolding } from '../../../server/cluster/holding.ts';
import { shardOf } from '../../../server/cluster/shards.ts';
import type { AccountEvent } from '../../../server/exchange/exchange.ts';
import { createMailboxes } from '../../../server/exchange/mailbox.ts';
import { type CallOutcome, wireOutcome } from '../../../server/exchange/outcome.ts';
import { isLate } from '../../../server/exchange/outdated.ts';
import type { RemoteMarket } from '../../../server/feed/remote/remote-market.ts';
import { createListeners } from '../../../server/listeners.ts';
import { createShardWork } from '../../../server/roles/shard-work.ts';
import { ElsewhereError, UnavailableError } from '../../../server/store/errors.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import type { WireOrder } from '../../../shared/contract/order-row.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { err, ok, type Result, refusal } from '../../../shared/result.ts';
import { type Change, type Database, type Entry, type Held, replyKey, type StoredReply } from './database.ts';
import { FEE, figuresOf, orderOf, PROFIT } from './figures.ts';
import type { Process, Timeline } from './timeline.ts';

const LEASE_MS = 2_000;
/** As the exchange waits. */
const RELOAD_MS = 1_000;
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

type Decision = Pick<Change, 'after' | 'entries'> & StoredReply;

/** Parameters of an order and a close, by the wire's names. */
interface Asked {
  readonly cid?: string;
  readonly seen_at?: number;
}
type From = { readonly session: { readonly accountId: AccountId } };

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
    hasBroker: bus.isConnected,
    onTaken: (shards, wereOrphans) => work.begin(shards, wereOrphans),
    onGiven: (shards) => work.end(shards),
    // A database that ends sessions makes them fail: they are tried again.
    report: () => undefined,
    rows: store.rows,
    stopwatch: timeline.now,
  });
  const carryOut = async (
    { cid, seen_at }: Asked,
    { session: { accountId } }: From,
    decide: (held: Held, by: Deciding) => Decision,
  ) =>
    wireReply(
      await deals.run(accountId, cid, (held) => {
        const now = clock.now();
        const seen = seen_at === undefined ? {} : { seenAt: timestampMs(seen_at) };
        if (isLate(seen, now)) return refused(held, CODE.priceMoved);
        return decide(held, { account: accountId, cid, now });
      }),
    );
  const handlers = {
    submitOrder: (asked: Asked, from: From) =>
      carryOut(asked, from, (held, by) => opened(held, database.takeNumber(), by)),
    closeOrder: (asked: Asked & { readonly id: number }, from: From) =>
      carryOut(asked, from, (held, by) => closed(held, asked.id, by)),
    getOrderOutcome: async ({ cid }: { readonly cid: string }, { session }: From) =>
      ok(wireOutcome(await deals.outcome(session.accountId, cid), 'en', (order) => order)),
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
        .run(account, undefined, (held) => closed(held, order, { account, cid: undefined, now: clock.now() }))
        .catch(() => undefined)
        .finally(() => deals.done(order));
  });
  await copy.start();
  await holding.start();
}

function createDeals(
  { database, timeline, process }: DealerDeps,
  store: ReturnType<Database['connect']>,
  isDealt: (account: AccountId) => boolean,
  tell: (event: AccountEvent) => void,
) {
  const held = new Map<AccountId, Held>();
  /** Those with positions, which are looked through at every tick. */
  const open = new Map<AccountId, Held>();
  const hold = (account: AccountId, one: Held | undefined): void => {
    if (one === undefined) held.delete(account);
    else held.set(account, one);
    if (one !== undefined && one.open.size > 0) open.set(account, one);
    else open.delete(account);
  };
  const mailboxes = createMailboxes<AccountId>();
  const closing = new Set<number>();
  const deciding = new Set<string>();
  const load = async (account: AccountId): Promise<Held> => {
    const known = held.get(account) ?? (await store.read(() => database.accounts.get(account)));
    if (known === undefined) throw new Error(`no account ${account}`);
    hold(account, known);
    return known;
  };
  const inTurn = <T>(account: AccountId, work: () => Promise<T>): Promise<T> => {
    if (!isDealt(account)) throw new ElsewhereError(account);
    return mailboxes.run(account, () => {
      if (!isDealt(account)) throw new ElsewhereError(account);
      return work();
    });
  };
  const storedReply = (account: AccountId, cid: string) =>
    store.read(() => database.replies.get(replyKey(account, cid)));
  /** A failed commit may have been stored. So the account is read again, and its phones get it, as from the exchange. */
  const reloadSoon = (account: AccountId, before: Held): void => {
    process.clock.after(RELOAD_MS, () => {
      if (!isDealt(account)) return;
      const reload = async () => tell(reloadEvent(account, before, await load(account), timeline.now()));
      mailboxes.run(account, reload).catch(() => reloadSoon(account, before));
    });
  };
  const decideAndStore = async (
    account: AccountId,
    cid: string | undefined,
    decide: (held: Held) => Decision,
  ): Promise<StoredReply> => {
    const earlier = cid === undefined ? undefined : await storedReply(account, cid);
    if (earlier) return earlier;
    const before = await load(account);
    const { after, entries, ...reply } = decide(before);
    if (cid === undefined && entries.length === 0) return reply;
    const change = { account, after, entries, reply: cid === undefined ? undefined : { cid, ...reply } };
    try {
      await store.write(async (transaction) => store.put(transaction, change), account);
    } catch (error) {
      hold(account, undefined);
      if (!(error instanceof UnavailableError)) reloadSoon(account, before);
      throw error;
    }
    hold(account, after);
    if (after !== before) tell(eventOf(account, after, entries, timeline.now()));
    return reply;
  };
  return {
    async run(account: AccountId, cid: string | undefined, decide: (held: Held) => Decision) {
      const name = cid === undefined ? undefined : replyKey(account, cid);
      if (name !== undefined) deciding.add(name);
      try {
        return await inTurn(account, () => decideAndStore(account, cid, decide));
      } finally {
        if (name !== undefined) deciding.delete(name);
      }
    },
    /** Seals a `cid` under which nothing is stored. */
    async outcome(account: AccountId, cid: string): Promise<CallOutcome> {
      if (deciding.has(replyKey(account, cid))) return { state: 'deciding' };
      return inTurn(account, async () => {
        const stored = await storedReply(account, cid);
        if (stored === undefined) {
          const now = await load(account);
          const reply = { cid, order: undefined, code: CODE.cidSealed };
          const change = { account, after: now, entries: [], reply };
          await store.write(async (transaction) => store.put(transaction, change), account);
        }
        if (stored === undefined || stored.code === CODE.cidSealed) return { state: 'never' };
        return { state: 'done', call: 'submit', reply: wireReply(stored) };
      });
    },
    async take(which: (account: AccountId) => boolean) {
      const found = await store.read(() => [...database.accounts].filter(([account]) => which(account)));
      for (const [account, one] of found) if (!held.has(account)) hold(account, one);
    },
    async release(which: (account: AccountId) => boolean, stopDealing: () => void) {
      stopDealing();
      await mailboxes.idle(which);
      for (const account of held.keys()) if (which(account)) hold(account, undefined);
    },
    due(before: number) {
      const found: { readonly account: AccountId; readonly order: number }[] = [];
      for (const [account, one] of open)
        for (const [order, { openedAt }] of one.open) {
          // The others wait for their owner.
          if (openedAt > before || order % 2 === 0 || closing.has(order)) continue;
          closing.add(order);
          found.push({ account, order });
        }
      return found;
    },
    done: (order: number) => void closing.delete(order),
  };
}

interface Deciding {
  readonly account: AccountId;
  readonly cid: string | undefined;
  readonly now: number;
}

function opened(held: Held, order: number, { account, cid, now }: Deciding): Decision {
  const entry: Entry = { account, order, what: 'opened', amount: -FEE, cid, decidedAt: now };
  const open = new Map([...held.open, [order, { openedAt: now }]]);
  return { order, entries: [entry], after: { n: held.n + 1, balance: held.balance - FEE, open } };
}

function closed(held: Held, order: number, { account, cid, now }: Deciding): Decision {
  if (!held.open.has(order)) return { order: undefined, entries: [], after: held };
  const entry: Entry = { account, order, what: 'closed', amount: PROFIT, cid, decidedAt: now };
  const open = new Map(held.open);
  open.delete(order);
  return { order, entries: [entry], after: { n: held.n + 1, balance: held.balance + PROFIT, open } };
}

const refused = (held: Held, code: number): Decision => ({
  order: undefined,
  code,
  entries: [],
  after: held,
});

const wireReply = ({ order, code }: StoredReply): Result<WireOrder> =>
  code === undefined ? ok({ Id: order ?? 0 } as WireOrder) : err(refusal(code));

function eventOf(accountId: AccountId, after: Held, entries: readonly Entry[], now: number): AccountEvent {
  return {
    accountId,
    n: after.n,
    orders: entries.map(({ order, what }) => orderOf(order, what, now)),
    closedIds: entries.flatMap(({ order, what }) => (what === 'closed' ? [order as never] : [])),
    account: figuresOf(after),
  };
}

const reloadEvent = (accountId: AccountId, before: Held, after: Held, now: number): AccountEvent => ({
  accountId,
  n: after.n,
  orders: [...after.open.keys()].map((order) => orderOf(order, 'opened', now)),
  closedIds: [...before.open.keys()].filter((order) => !after.open.has(order)) as never[],
  account: figuresOf(after),
});
