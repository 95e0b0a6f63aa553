import type { AccountId } from '../../shared/domain/account.ts';
import type { Money } from '../../shared/domain/money.ts';
import type { Order, OrderId } from '../../shared/domain/order.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type {
  AccountReads,
  AccountWrites,
  SessionReads,
  SessionWrites,
} from '../accounts/account-records.ts';
import type { GuessWrites } from '../accounts/guess-repository.ts';
import type { ChatReads, ChatWrites } from '../chat/chat-repository.ts';
import type { CompanyReads, CompanyWrites } from '../content/company-repository.ts';
import type { NewsReads, NewsWrites } from '../content/news-records.ts';
import type { CandleStore } from '../feed/candle-store.ts';
import type { FileReads, FileWrites } from '../files/file-repository.ts';
import type { IdentityReads, IdentityWrites } from '../identity/identity-repository.ts';
import type { LedgerAccountId, Posting, PostingKind } from '../ledger/posting.ts';
import type { Standing } from '../ledger/settle.ts';
import type { ListingReads, ListingWrites } from '../listings/listing-repository.ts';
import type { OperatorLogReads, OperatorLogWrites } from '../ops/operator-log-repository.ts';
import type { PaymentReads, PaymentWrites } from '../payments/payment-records.ts';
import type { VerificationWrites } from '../verification/verification-repository.ts';
import type { Copies } from './copies/copies.ts';
import type { SeedWrites } from './seeds.ts';

/**
 * What outlives the process. `read` sees what is committed; `write` runs one piece of work after the other, each as a whole
 * or not at all, and settles after the commit.
 */
export interface Store {
  readonly read: Reading;
  readonly candles: CandleStore;
  /** Rejects with what `work` throws, or when the commit fails; then nothing of it is stored. */
  write<T>(work: (transaction: Writing) => Promise<T>): Promise<T>;
  /** Settles when the writes under way are done; undefined when there are none. */
  writing(): Promise<void> | undefined;
  /** Copies of the database made while it is in use; undefined where its own tools make them. */
  readonly copies: Copies | undefined;
  /** False while the database's server is away: nothing can be read or written then. */
  isReachable(): boolean;
  /** Waits for the writes under way and lets go of database and data folder. */
  close(): Promise<void>;
}

interface Reading {
  readonly accounts: AccountReads;
  readonly sessions: SessionReads;
  readonly orders: OrderReads;
  readonly ledger: LedgerReads;
  readonly replies: ReplyReads;
  readonly payments: PaymentReads;
  readonly files: FileReads;
  readonly identity: IdentityReads;
  readonly listings: ListingReads;
  readonly operatorLog: OperatorLogReads;
  readonly news: NewsReads;
  readonly companies: CompanyReads;
  readonly chat: ChatReads;
}

export interface Writing {
  readonly accounts: AccountWrites;
  readonly sessions: SessionWrites;
  readonly guesses: GuessWrites;
  readonly verification: VerificationWrites;
  readonly orders: OrderWrites;
  readonly ledger: LedgerWrites;
  readonly replies: ReplyWrites;
  readonly payments: PaymentWrites;
  readonly files: FileWrites;
  readonly identity: IdentityWrites;
  readonly listings: ListingWrites;
  readonly operatorLog: OperatorLogWrites;
  readonly news: NewsWrites;
  readonly companies: CompanyWrites;
  readonly chat: ChatWrites;
  readonly seeds: SeedWrites;
  /** Takes `count` numbers in a row that nobody had before; @returns the first. From 1. */
  takeNumbers(sequence: string, count: number): Promise<number>;
}

/** The stored state is not the one that was decided on; nothing of the write may stay. */
export class StaleStateError extends Error {
  override readonly name = 'StaleStateError';
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

export interface StatementLine {
  readonly amount: Money;
  readonly kind: PostingKind;
  /** The show code of the order it was for; undefined without one. */
  readonly showCode: string | undefined;
  /** The operator's words; undefined without any. */
  readonly memo: string | undefined;
  readonly at: TimestampMs;
}

export interface LedgerReads {
  standing(account: AccountId): Promise<Standing>;
  /** What moved the balance, latest first. */
  statement(account: AccountId, offset: number, limit: number): Promise<readonly StatementLine[]>;
  countStatement(account: AccountId): Promise<number>;
  balances(): Promise<ReadonlyMap<LedgerAccountId, Money>>;
  audit(): Promise<LedgerAudit>;
}

export interface LedgerWrites {
  /**
   * Books a movement and @returns the balances of its owner's accounts after it; the house's may be beyond what money can
   * express.
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
  readonly wrongHolds: readonly Finding[];
  readonly wrongDeposits: readonly Finding[];
  readonly wrongWithdrawals: readonly Finding[];
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

export interface ReplyWrites extends ReplyReads {
  insert(account: AccountId, call: string, cid: string, reply: StoredReply, now: TimestampMs): Promise<void>;
  purge(before: TimestampMs): Promise<void>;
}
