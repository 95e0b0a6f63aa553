import { CODE } from '../../shared/contract/codes.ts';
import { type Order, orderId } from '../../shared/order.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import type { Market } from '../feed/market.ts';
import { StaleStateError, type Store } from '../store/store.ts';
import type { Command, DealingSettings } from './command.ts';
import { decide } from './decide.ts';
import type { AccountId, AnsweredOrder } from './exchange.ts';
import { loadAccount } from './load.ts';
import { createMailboxes } from './mailbox.ts';
import { createOrderIds } from './numbering.ts';
import { persist, type ReplyRow } from './persist.ts';
import { findReply, type ReplyKey } from './reply.ts';
import type { AccountState, DealEvent } from './state.ts';
import { markOf, type Prices } from './valuation.ts';

export interface EngineParts {
  readonly store: Store;
  readonly market: Market;
  readonly clock: Clock;
  readonly settings: DealingSettings;
  /** Told when an account is read from the store (no events), and after each stored change, before its answer. */
  readonly onState: (state: AccountState, events: readonly DealEvent[]) => void;
}

export interface Outcome {
  /** The order of the first event; undefined when the events have none. */
  readonly order: AnsweredOrder | undefined;
  readonly state: AccountState;
}

export interface Engine {
  /**
   * Decides on the account as everything before left it, stores, then answers. With a key the outcome, refusals too, is
   * stored under it and given again without deciding anew.
   * Rejects when it could not be stored: then nothing has changed.
   */
  run(account: AccountId, command: Command, key?: ReplyKey): Promise<Result<Outcome>>;
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

export function createEngine(parts: EngineParts): Engine {
  const { store, market, clock } = parts;
  const held = new Map<AccountId, AccountState>();
  const mailboxes = createMailboxes<AccountId>();
  const nextId = createOrderIds(store);

  const load = async (account: AccountId): Promise<AccountState> => {
    const known = held.get(account);
    if (known) return known;
    const loaded = await loadAccount(store, account);
    if (loaded === undefined) throw new Error(`account ${account} does not exist`);
    hold(held, loaded);
    parts.onState(loaded, []);
    return loaded;
  };

  const attempt = async (account: AccountId, command: Command, key: ReplyKey | undefined) => {
    const state = await load(account);
    const newId = mayBringOrder(command) ? await nextId() : NO_ORDER;
    const context = { now: market.now(), prices: market, settings: parts.settings, newId };
    const decided = await explainMissing(store, account, command, decide(state, command, context));
    const events = decided.ok ? decided.value : [];
    const order = answered(firstOrder(events), market);
    const answer: Result<AnsweredOrder | undefined> = decided.ok ? ok(order) : decided;
    const reply: ReplyRow | undefined = key && {
      ...key,
      reply: JSON.stringify(answer),
      now: clock.now(),
    };
    if (events.length === 0 && reply === undefined) return decided.ok ? ok({ order, state }) : decided;
    const after = await store.write((transaction) => persist(transaction, state, events, reply));
    hold(held, after);
    if (events.length > 0) parts.onState(after, events);
    return decided.ok ? ok({ order, state: after }) : decided;
  };

  const decideAndStore = async (account: AccountId, command: Command, key: ReplyKey | undefined) => {
    const earlier = key && (await findReply(store, account, key));
    if (earlier) return earlier.ok ? ok({ order: earlier.value, state: await load(account) }) : earlier;
    for (let left = ATTEMPTS; ; left--) {
      try {
        return await attempt(account, command, key);
      } catch (error) {
        // Whether a failed commit reached the disk is not known: the stored account decides from here on.
        held.delete(account);
        if (!(error instanceof StaleStateError) || left <= 1) throw error;
      }
    }
  };

  return {
    run: (account, command, key) => mailboxes.run(account, () => decideAndStore(account, command, key)),
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

const firstOrder = (events: readonly DealEvent[]): Order | undefined => {
  const first = events[0];
  return first === undefined || first.type === 'reset' ? undefined : first.record.order;
};

/** A closed order has its price and profit already. */
function answered(order: Order | undefined, prices: Prices): AnsweredOrder | undefined {
  if (order === undefined || order.status === 'closed') return order;
  const mark = markOf(order, prices);
  return mark === undefined ? order : { ...order, mark };
}

/** An order that is no longer working is a conflict for its owner, and nothing at all for others. */
async function explainMissing<T>(
  store: Store,
  account: AccountId,
  command: Command,
  decided: Result<T>,
): Promise<Result<T>> {
  if (decided.ok || decided.error.code !== CODE.notFound || !('id' in command)) return decided;
  return (await store.read.orders.isOwn(account, command.id)) ? err(refusal(CODE.conflict)) : decided;
}
