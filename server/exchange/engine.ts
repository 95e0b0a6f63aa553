import { CODE } from '../../shared/contract/codes.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { type OrderId, orderId } from '../../shared/domain/order.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { err, ok, type Refusal, type Result, refusal } from '../../shared/result.ts';
import { accountRepository } from '../accounts/account-repository.ts';
import type { Clock } from '../clock.ts';
import type { Market } from '../feed/market.ts';
import { ledgerRepository } from '../ledger/ledger-repository.ts';
import { StaleStateError } from '../store/errors.ts';
import { takeNumbers } from '../store/numbers.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { Command, DealingSettings } from './command.ts';
import { decide } from './decide.ts';
import { createMailboxes } from './mailbox.ts';
import { orderRepository } from './order-repository.ts';
import { persist, type ReplyRow } from './persist.ts';
import { findReply, type ReplyKey } from './reply.ts';
import { type AccountState, type DealEvent, isWorking, type WorkingOrder } from './state.ts';

export interface EngineDeps {
  readonly store: Store;
  readonly market: Market;
  readonly clock: Clock;
  readonly settings: DealingSettings;
  /** Told when an account is read from the store (no events), and after each stored change, before its answer. */
  readonly onState: (state: AccountState, events: readonly DealEvent[]) => void;
}

/** A command and what it is answered with. */
interface Task<T> {
  readonly command: Command;
  /** The outcome, refusals too, is stored under it and given again without deciding anew. */
  readonly key?: ReplyKey | undefined;
  /** Of what was decided; what JSON can carry. */
  readonly answer: (events: readonly DealEvent[], at: TimestampMs) => T;
  /** Writes further rows with the events. May refuse as long as it has written nothing: then nothing happens. */
  readonly also?: ((transaction: Db, answer: T, at: TimestampMs) => Promise<Refusal | undefined>) | undefined;
}

interface Outcome<T> {
  readonly answer: T;
  readonly state: AccountState;
}

export interface Engine {
  /**
   * Decides on the account as everything before left it, stores, then answers.
   * Rejects when it could not be stored: then nothing has changed.
   */
  run<T>(account: AccountId, task: Task<T>): Promise<Result<Outcome<T>>>;
  /** The account as last stored. */
  state(account: AccountId): Promise<AccountState>;
  /** The account if it is in memory. */
  held(account: AccountId): AccountState | undefined;
  idle(): Promise<void>;
}

/** One decision may meet an account that another process changed; it is loaded and decided on anew, once. */
const ATTEMPTS = 2;

/** Accounts kept in memory; those with working orders are beyond this bound, since prices act on them. */
const MAX_HELD_ACCOUNTS = 10_000;

export function createEngine(deps: EngineDeps): Engine {
  const { store, market, clock } = deps;
  const held = new Map<AccountId, AccountState>();
  const mailboxes = createMailboxes<AccountId>();
  const nextId = createOrderIds(store);

  const load = async (account: AccountId): Promise<AccountState> => {
    const known = held.get(account);
    if (known) return known;
    const loaded = await loadAccount(store, account);
    if (loaded === undefined) throw new Error(`account ${account} does not exist`);
    hold(held, loaded);
    deps.onState(loaded, []);
    return loaded;
  };

  const attempt = async <T>(account: AccountId, task: Task<T>): Promise<Result<Outcome<T>>> => {
    const { command, key, also } = task;
    const state = await load(account);
    const newId = mayBringOrder(command) ? await nextId() : NO_ORDER;
    const context = { now: market.now(), prices: market, settings: deps.settings, newId };
    const decided = await explainMissing(store, account, command, decide(state, command, context));
    const decidedEvents = decided.ok ? decided.value : [];
    const answer: Result<T> = decided.ok ? ok(task.answer(decided.value, context.now)) : decided;
    const stored = async (transaction: Db) => {
      const refused = answer.ok ? await also?.(transaction, answer.value, context.now) : undefined;
      const outcome = refused === undefined ? answer : err(refused);
      const events = outcome.ok ? decidedEvents : [];
      const reply: ReplyRow | undefined = key && {
        ...key,
        reply: JSON.stringify(outcome),
        now: clock.now(),
      };
      return { outcome, events, after: await persist(transaction, state, events, reply) };
    };
    const nothingToStore = key === undefined && decidedEvents.length === 0;
    const { outcome, events, after } = nothingToStore
      ? { outcome: answer, events: decidedEvents, after: state }
      : await store.write(stored);
    hold(held, after);
    if (events.length > 0) deps.onState(after, events);
    return outcome.ok ? ok({ answer: outcome.value, state: after }) : outcome;
  };

  const decideAndStore = async <T>(account: AccountId, task: Task<T>): Promise<Result<Outcome<T>>> => {
    const earlier = task.key && (await findReply<T>(store.read, account, task.key));
    if (earlier) return earlier.ok ? ok({ answer: earlier.value, state: await load(account) }) : earlier;
    for (let left = ATTEMPTS; ; left--) {
      try {
        return await attempt(account, task);
      } catch (error) {
        // Whether a failed commit reached the disk is not known: the stored account decides from here on.
        held.delete(account);
        if (!(error instanceof StaleStateError) || left <= 1) throw error;
      }
    }
  };

  return {
    run: (account, task) => mailboxes.run(account, () => decideAndStore(account, task)),
    state: async (account) => held.get(account) ?? mailboxes.run(account, () => load(account)),
    held: (account) => held.get(account),
    idle: () => mailboxes.idle(),
  };
}

/** Of commands that bring no order into being. */
const NO_ORDER = orderId(0);

const mayBringOrder = (command: Command): boolean =>
  command.type === 'submit' || (command.type === 'close' && command.volume !== undefined);

/** Keeps the account, and lets go of those that were idle the longest when there are too many. */
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

/** An order that is no longer working is a conflict for its owner, and nothing at all for others. */
async function explainMissing<T>(
  store: Store,
  account: AccountId,
  command: Command,
  decided: Result<T>,
): Promise<Result<T>> {
  if (decided.ok || decided.error.code !== CODE.notFound || !('id' in command)) return decided;
  return (await orderRepository(store.read).isOwn(account, command.id))
    ? err(refusal(CODE.conflict))
    : decided;
}

/** Reads an account as it is stored; undefined when there is none. */
async function loadAccount(store: Store, id: AccountId): Promise<AccountState | undefined> {
  const account = await accountRepository(store.read).byId(id);
  if (account === undefined) return undefined;
  const orders = new Map<OrderId, WorkingOrder>();
  for (const record of await orderRepository(store.read).working(id)) {
    if (isWorking(record)) orders.set(record.order.id, record);
  }
  return { id, book: account.book, standing: await ledgerRepository(store.read).standing(id), orders };
}

/** Numbers taken from the store at once; those left over at the end of the process are never used. */
const BLOCK = 100;

/** Order ids that no other order has or will have, also not in another process on the same store. */
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
