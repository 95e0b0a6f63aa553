import { CODE } from '../../shared/contract/codes.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { type OrderId, orderId } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { VALID_MAX_MS } from '../../shared/limits.ts';
import { err, ok, type Refusal, type Result, refusal } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import type { Market } from '../feed/market.ts';
import type { PastTicks } from '../feed/past-ticks.ts';
import { ElsewhereError, StaleStateError, UnavailableError } from '../store/errors.ts';
import { takeNumbers } from '../store/numbers.ts';
import { together } from '../store/pipeline.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { Command, DealingSettings } from './command.ts';
import { decide } from './decide.ts';
import { entriesOf } from './journal.ts';
import { loadAccounts, readAccount } from './load.ts';
import { createMailboxes } from './mailbox.ts';
import type { Nights } from './nights.ts';
import { orderRepository } from './order-repository.ts';
import { type CallOutcome, findOutcome, settleOutcome } from './outcome.ts';
import { validUntil } from './outdated.ts';
import { persist } from './persist.ts';
import { findReply, type ReplyKey, storeReply } from './reply.ts';
import { type AccountState, type DealEvent, withTrails } from './state.ts';

export interface ExecutorDeps {
  readonly store: Store;
  readonly market: Market;
  readonly clock: Clock;
  readonly settings: DealingSettings;
  /** Where the prices come from another process. */
  readonly past: Pick<PastTicks, 'reached'> | undefined;
  /** The trailing stop of a position as it stands now. */
  readonly stopOf: (id: OrderId) => Price | undefined;
  /** Books the nights of positions; without it there are none. */
  readonly nights?: Nights | undefined;
  /** Called when an account is loaded (no events), and after each stored change before its reply. */
  readonly onState: (state: AccountState, events: readonly DealEvent[]) => void;
  /** Whether this process deals for the account at the moment. */
  readonly isDealt: (account: AccountId) => boolean;
  /** Called after `onState` when an account was loaded again because a write on it got no definite answer. */
  readonly onReloaded: (before: AccountState, state: AccountState) => void;
}

/** A command and how to reply to it. */
interface Task<T> {
  readonly command: Command;
  /** The reply, refusals included, is stored under this key and returned again without a new decision. */
  readonly key?: ReplyKey | undefined;
  /** Builds the reply from the decision; must be JSON. */
  readonly answer: (events: readonly DealEvent[], at: TimestampMs) => T;
  /**
   * Writes further rows in the same transaction. May refuse only before it has written; then nothing happens.
   */
  readonly also?: ((transaction: Db, answer: T, at: TimestampMs) => Promise<Refusal | undefined>) | undefined;
}

interface Outcome<T> {
  readonly answer: T;
  readonly state: AccountState;
}

export interface Executor {
  /**
   * Decides on the account after all earlier commands, stores the events, then replies.
   * Rejects when the write fails; then nothing has changed, unless the commit got no definite answer.
   * UnavailableError: certainly nothing. ElsewhereError: another process deals for the account.
   */
  run<T>(account: AccountId, task: Task<T>): Promise<Result<Outcome<T>>>;
  /** Books the nights of its positions that are due, which is also done before any other command. */
  finance(account: AccountId): Promise<void>;
  /** See `Dealing.outcome`. In order with the account's commands, so none slips in before the seal. */
  outcome(account: AccountId, calls: readonly string[], cid: string): Promise<CallOutcome>;
  /** The account as last stored, also one that another process deals for. */
  state(account: AccountId): Promise<AccountState>;
  /** Loads all accounts with working orders that are `mine`; others may be loaded or not. No command of theirs may run. */
  loadWorking(mine: (account: AccountId) => boolean): Promise<void>;
  /** Forgets accounts that are dealt for no more, after the commands in progress. */
  release(which: (account: AccountId) => boolean): Promise<void>;
  /** The account if it is cached in memory. */
  held(account: AccountId): AccountState | undefined;
  /** Waits for the commands in progress. */
  stop(): Promise<void>;
  /** Number of commands that wait for an earlier one of their account. */
  waiting(): number;
}

/** If another process changed the account, it is reloaded and decided once more. */
const ATTEMPTS = 2;

/** After a write without a definite answer: its orders must be watched, and their owner notified, if they were stored. */
const RELOAD_MS = 1_000;

/** Cached accounts. Accounts with working orders stay beyond this bound, since prices act on them. */
const MAX_HELD_ACCOUNTS = 10_000;

export function createExecutor(deps: ExecutorDeps): Executor {
  const { store, market, clock } = deps;
  const held = new Map<AccountId, AccountState>();
  const mailboxes = createMailboxes<AccountId>();
  const nextId = createOrderIds(store);
  const copies = createRefusedCopies(clock);
  /** Accounts whose last write got no definite answer, as they were before it. */
  const doubtful = new Map<AccountId, AccountState>();
  const reloads = new Set<() => void>();
  /** Drops the commands that wait behind one that the disk does not answer. */
  const waiting = new Set<() => void>();
  store.onStalled(() => {
    for (const drop of waiting) drop();
  });
  /** Commands that wait or are being carried out. */
  const deciding = new Set<ReplyKey & { readonly account: AccountId }>();

  const put = (loaded: AccountState): void => {
    hold(held, loaded);
    deps.onState(loaded, []);
  };

  const load = async (account: AccountId): Promise<AccountState> => {
    const known = held.get(account);
    if (known) return known;
    await store.flushed();
    const [loaded] = await loadAccounts(store.read, account);
    if (loaded === undefined) throw new Error(`account ${account} does not exist`);
    put(loaded);
    const before = doubtful.get(account);
    doubtful.delete(account);
    if (before) deps.onReloaded(before, loaded);
    return loaded;
  };

  const reloadSoon = (account: AccountId): void => {
    const cancel = clock.after(RELOAD_MS, () => {
      reloads.delete(cancel);
      if (!deps.isDealt(account)) return void doubtful.delete(account);
      mailboxes.run(account, () => load(account)).catch(() => doubtful.has(account) && reloadSoon(account));
    });
    reloads.add(cancel);
  };

  /** A failed commit may still have reached the disk: the account must be read again. */
  const drop = (account: AccountId, error: unknown): void => {
    const before = held.get(account);
    held.delete(account);
    if (before === undefined || error instanceof UnavailableError) return;
    if (!doubtful.has(account)) doubtful.set(account, before);
    reloadSoon(account);
  };

  const attempt = async <T>(account: AccountId, task: Task<T>): Promise<Result<Outcome<T>>> => {
    const { command, key, also } = task;
    const state = await load(account);
    const newId = mayCreateOrder(command) ? await nextId() : NO_ORDER;
    const [time, wall] = [market.now(), market.wall()];
    const context = { now: time, wall, prices: market, settings: deps.settings, newId };
    const now = withTrails(state, deps.stopOf);
    const decision = decide(now, command, context);
    const decidedEvents = decision.ok ? withPrices(decision.value, command, deps.past) : [];
    // Before any wait: the next price is another one.
    const entries = entriesOf(command, decidedEvents, now, context);
    const decided = await explainMissing(store, account, command, decision);
    const answer: Result<T> = decided.ok ? ok(task.answer(decided.value, context.now)) : decided;
    const stored = async (transaction: Db) => {
      const refused = answer.ok ? await also?.(transaction, answer.value, context.now) : undefined;
      const outcome = refused === undefined ? answer : err(refused);
      const [events, said] = outcome.ok ? [decidedEvents, entries] : [[], []];
      const [after] = await together([
        persist(transaction, state, events, said),
        key === undefined ? Promise.resolve() : storeReply(transaction, account, key, outcome, clock.now()),
      ]);
      return { outcome, events, after };
    };
    const nothingToStore = key === undefined && decidedEvents.length === 0;
    const { outcome, events, after } = nothingToStore
      ? { outcome: answer, events: decidedEvents, after: state }
      : await store.write(stored, also === undefined ? account : undefined);
    hold(held, after);
    if (events.length > 0) deps.onState(after, events);
    return outcome.ok ? ok({ answer: outcome.value, state: after }) : outcome;
  };

  const finance = async (account: AccountId, upTo?: TimestampMs): Promise<void> => {
    const { nights } = deps;
    while (nights?.mayBeDue(await load(account), upTo)) {
      const command = await nights.due(await load(account), upTo);
      if (command === undefined) return;
      await attempt(account, { command, answer: nothing });
    }
  };

  const decideAndStore = async <T>(account: AccountId, task: Task<T>): Promise<Result<Outcome<T>>> => {
    const earlier = task.key && (await findReply<T>(store.read, account, task.key));
    if (earlier) await store.flushed();
    if (earlier) return earlier.ok ? ok({ answer: earlier.value, state: await load(account) }) : earlier;
    return again(account, async () => {
      // A tick before a night has ended the position before it, however late that is decided.
      if (deps.nights) await finance(account, task.command.type === 'trigger' ? task.command.at : undefined);
      return attempt(account, task);
    });
  };

  const again = async <T>(account: AccountId, work: () => Promise<T>): Promise<T> => {
    for (let left = ATTEMPTS; ; left--) {
      try {
        return await work();
      } catch (error) {
        drop(account, error);
        if (!(error instanceof StaleStateError) || left <= 1) throw error;
      }
    }
  };

  /** Runs after the account's earlier commands; dropped while the disk does not answer one of them. */
  const inTurn = <T>(account: AccountId, work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      if (!deps.isDealt(account)) return reject(new ElsewhereError(account));
      const drop = () => {
        waiting.delete(drop);
        reject(new UnavailableError('an earlier command of the account is undecided'));
      };
      if (store.isStalled()) return drop();
      waiting.add(drop);
      mailboxes
        .run(account, async () => {
          if (waiting.delete(drop)) resolve(await work());
        })
        .catch(reject);
    });

  return {
    async run(account, task) {
      const entry = task.key && { account, ...task.key };
      if (entry && copies.has(entry)) throw new UnavailableError('it was refused before');
      if (entry) deciding.add(entry);
      try {
        return await inTurn(account, () => decideAndStore(account, task));
      } catch (error) {
        if (entry && error instanceof UnavailableError) copies.refuse(entry, validUntil(task.command));
        throw error;
      } finally {
        if (entry) deciding.delete(entry);
      }
    },
    finance: (account) => inTurn(account, () => again(account, () => finance(account))),
    async outcome(account: AccountId, calls: readonly string[], cid: string): Promise<CallOutcome> {
      const isDeciding = [...deciding].some(
        (one) => one.account === account && one.cid === cid && calls.includes(one.call),
      );
      if (isDeciding) return { state: 'deciding' };
      return inTurn(account, async () => {
        const found = await findOutcome(store.read, account, calls, cid);
        if (found) await store.flushed();
        return found ?? store.write((db) => settleOutcome(db, account, calls, cid, clock.now()));
      });
    },
    async state(account) {
      if (deps.isDealt(account)) return held.get(account) ?? mailboxes.run(account, () => load(account));
      return readAccount(store, account);
    },
    async loadWorking(mine) {
      for (const loaded of await loadAccounts(store.read, mine)) if (!held.has(loaded.id)) put(loaded);
    },
    async release(which) {
      await mailboxes.idle(which);
      // Their last write may be stored. Loading them notifies their owners, which the next dealer would not do.
      await Promise.allSettled([...doubtful.keys()].filter(which).map(load));
      for (const [account, state] of held) {
        if (!which(account)) continue;
        held.delete(account);
        deps.onState({ ...state, orders: new Map() }, []);
      }
    },
    held: (account) => held.get(account),
    stop() {
      for (const cancel of reloads) cancel();
      return mailboxes.idle();
    },
    waiting: () => waiting.size,
  };
}

/**
 * Commands that were refused although nothing can be stored about it. Their owners have the answer that they are not carried
 * out, so a copy that comes while the command is still valid is refused, too.
 */
function createRefusedCopies(clock: Clock) {
  const untilMs = new Map<string, number>();
  const nameOf = ({ account, call, cid }: ReplyKey & { readonly account: AccountId }) =>
    `${account} ${call} ${cid}`;
  return {
    has: (key: Parameters<typeof nameOf>[0]) => (untilMs.get(nameOf(key)) ?? 0) >= clock.wall(),
    refuse(key: Parameters<typeof nameOf>[0], until: number | undefined) {
      const now = clock.wall();
      for (const [name, ms] of untilMs) if (ms < now) untilMs.delete(name);
      if (until !== undefined) untilMs.set(nameOf(key), Math.min(until, now + VALID_MAX_MS));
    },
  };
}

/** For commands that create no order. */
const NO_ORDER = orderId(0);

const mayCreateOrder = (command: Command): boolean =>
  command.type === 'submit' || (command.type === 'close' && command.volume !== undefined);

/** Caches the account; evicts the longest idle accounts above the bound. */
function hold(held: Map<AccountId, AccountState>, state: AccountState): void {
  held.delete(state.id);
  held.set(state.id, state);
  if (held.size <= MAX_HELD_ACCOUNTS) return;
  for (const [id, { orders }] of held) {
    if (orders.size > 0) continue;
    held.delete(id);
    return;
  }
}

/**
 * The orders as they are now are judged by later ticks; a trigger was decided on the prices of its tick. A night leaves
 * `pricesAt` as it is, except for a trailing stop, which is stored as it stands now.
 */
function withPrices(
  events: readonly DealEvent[],
  command: Command,
  past: ExecutorDeps['past'],
): readonly DealEvent[] {
  if (past === undefined) return events;
  const pricesAt = command.type === 'trigger' ? command.at : past.reached();
  return events.map((event) =>
    'record' in event && (command.type !== 'finance' || event.record.order.trailPoints !== undefined)
      ? ({ ...event, record: { ...event.record, pricesAt } } as DealEvent)
      : event,
  );
}

/** A finished order is a conflict for its owner and not found for others. */
async function explainMissing<T>(
  store: Store,
  account: AccountId,
  command: Command,
  decided: Result<T>,
): Promise<Result<T>> {
  if (decided.ok || decided.error.code !== CODE.notFound || !('id' in command)) return decided;
  const isOwn = (await orderRepository(store.read).precision(account, command.id)) !== undefined;
  return isOwn ? err(refusal(CODE.conflict)) : decided;
}

const nothing = () => undefined;

/** Ids reserved from the store at once; unused ids are lost when the process ends. */
const BLOCK = 100;

/** Order ids that are unique across all processes on the same store. */
function createOrderIds(store: Store): () => Promise<OrderId> {
  let next = 0;
  let left = 0;
  let refill: Promise<void> | undefined;
  const takeBlock = async () => {
    try {
      next = await store.write((transaction) => takeNumbers(transaction, 'order', BLOCK));
      left = BLOCK;
    } finally {
      refill = undefined;
    }
  };
  return async () => {
    while (left === 0) {
      refill ??= takeBlock();
      await refill;
    }
    left -= 1;
    next += 1;
    return orderId(next - 1);
  };
}
