import type { Money } from '../../shared/money.ts';
import type { Order, OrderId } from '../../shared/order.ts';
import type { TimestampMs } from '../../shared/time.ts';
import type { AccountId } from '../exchange/exchange.ts';
import type { CandleStore } from '../feed/candle-store.ts';
import type { Book, LedgerAccountId, Posting } from '../ledger/posting.ts';
import type { Standing } from '../ledger/settle.ts';

/**
 * What outlives the process. `read` sees what is committed; `write` runs one piece of work after the other, each as a whole
 * or not at all, and settles after the commit.
 */
export interface Store {
  readonly read: Reading;
  readonly candles: CandleStore;
  /** Rejects with what `work` throws, or when the commit fails; then nothing of it is stored. */
  write<T>(work: (transaction: Writing) => Promise<T>): Promise<T>;
  /** Waits for the writes under way and lets go of the data folder. */
  close(): Promise<void>;
}

interface Reading {
  readonly accounts: AccountReads;
  readonly sessions: SessionReads;
  readonly orders: OrderReads;
  readonly ledger: LedgerReads;
  readonly replies: ReplyReads;
}

export interface Writing {
  readonly accounts: AccountWrites;
  readonly sessions: SessionWrites;
  readonly orders: OrderWrites;
  readonly ledger: LedgerWrites;
  readonly replies: ReplyWrites;
  /** Takes `count` numbers in a row that nobody had before; @returns the first. From 1. */
  takeNumbers(sequence: string, count: number): Promise<number>;
}

/** The stored state is not the one that was decided on; nothing of the write may stay. */
export class StaleStateError extends Error {
  override readonly name = 'StaleStateError';
}

export interface AccountRecord {
  readonly id: AccountId;
  readonly book: Book;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly passwordHash: string | undefined;
  readonly inviteCode: string;
}

interface NewAccount extends Omit<AccountRecord, 'id'> {
  readonly demoHash: string | undefined;
  readonly createdAt: TimestampMs;
}

export interface AccountReads {
  byId(id: AccountId): Promise<AccountRecord | undefined>;
  byContact(kind: 'email' | 'phone', contact: string): Promise<AccountRecord | undefined>;
  byDemoHash(hash: string): Promise<AccountRecord | undefined>;
}

export interface AccountWrites {
  /** Also opens its ledger accounts, empty. Undefined when e-mail or phone are taken. */
  insert(account: NewAccount): Promise<AccountId | undefined>;
}

export interface SessionRecord {
  /** Hash of the token. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly expiresAt: TimestampMs;
}

export interface SessionReads {
  find(id: string): Promise<SessionRecord | undefined>;
  expired(now: TimestampMs): Promise<readonly string[]>;
}

export interface SessionWrites {
  insert(session: SessionRecord, now: TimestampMs): Promise<void>;
  extend(id: string, expiresAt: TimestampMs): Promise<void>;
  /** @returns whether it was there */
  remove(id: string): Promise<boolean>;
}

/** An order as it is kept: the one its owner sees and what only the exchange needs. */
export interface OrderRecord {
  readonly accountId: AccountId;
  readonly order: Order;
  /** Of an order that was placed pending: its target lay below the market then. */
  readonly waitsBelow?: boolean;
  /** The position of whose partial close this is a part. */
  readonly splitFrom?: OrderId;
  readonly cancelled?: { readonly at: TimestampMs; readonly why: CancelReason };
}

export type CancelReason = 'manual' | 'no-margin' | 'reset';

export interface OrderReads {
  /** All pending orders and open positions, by account when given, by rising id. */
  working(account?: AccountId): Promise<readonly OrderRecord[]>;
  isOwn(account: AccountId, id: OrderId): Promise<boolean>;
  /** Latest close first. */
  closed(account: AccountId, offset: number, limit: number): Promise<readonly Order[]>;
  closedTotals(account: AccountId): Promise<{ readonly count: number; readonly profit: Money }>;
}

export interface OrderWrites {
  insert(record: OrderRecord): Promise<void>;
  /** @throws StaleStateError when the stored order no longer has the status and volume of `before` */
  update(record: OrderRecord, before: Order): Promise<void>;
}

export interface LedgerReads {
  standing(account: AccountId): Promise<Standing>;
  balances(): Promise<ReadonlyMap<LedgerAccountId, Money>>;
  audit(): Promise<LedgerAudit>;
}

export interface LedgerWrites {
  /**
   * Books a movement and @returns the balances after it.
   * @throws StaleStateError when a balance would fall below its floor
   */
  post(posting: Posting): Promise<ReadonlyMap<LedgerAccountId, Money>>;
}

interface Finding {
  readonly where: string;
  readonly amount: number;
}

/** What is wrong in the books; `ledger/check.ts` says what each list means. */
export interface LedgerAudit {
  readonly unbalancedPostings: readonly Finding[];
  readonly wrongBalances: readonly Finding[];
  readonly belowFloor: readonly Finding[];
  readonly mixedBooks: readonly Finding[];
  readonly idleAdvances: readonly Finding[];
}

/** The answer to a call, kept under the client's own id for it. */
export interface StoredReply {
  readonly paramsHash: string;
  /** JSON. */
  readonly reply: string;
}

export interface ReplyReads {
  find(account: AccountId, call: string, cid: string): Promise<StoredReply | undefined>;
}

export interface ReplyWrites {
  insert(account: AccountId, call: string, cid: string, reply: StoredReply, now: TimestampMs): Promise<void>;
  purge(before: TimestampMs): Promise<void>;
}
