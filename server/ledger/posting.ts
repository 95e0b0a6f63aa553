import type { AccountId } from '../../shared/domain/account.ts';
import { addMoney, type Money, ZERO_MONEY } from '../../shared/domain/money.ts';
import type { OrderId } from '../../shared/domain/order.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { shardOf } from '../cluster/shards.ts';
import type { Book, LedgerAccountId, Leg } from '../ledger-account.ts';

/*
 * The ledger: what a movement of money is (here), which legs it has (settle.ts), and its rows (ledger-repository.ts).
 * Exchange, payments and accounts decide movements; prices, rules of trading and limits must not come in.
 */

/**
 * The house's side of each movement: `capital` funds demo balances and adjustments, `trading` the profits;
 * `fees` receives the fees, `financing` what nights cost; `shortfall` bears losses that no balance covered; `deposits` is money from
 * outside (below zero), `payouts` money paid out.
 */
type HousePurpose = 'capital' | 'trading' | 'fees' | 'financing' | 'shortfall' | 'deposits' | 'payouts';

export const houseAccount = (book: Book, purpose: HousePurpose) =>
  `house:${book}:${purpose}` as LedgerAccountId;

export const isHouse = (account: LedgerAccountId): boolean => account.startsWith('house:');

/**
 * Where a movement of `owner` on an account of the ledger is stored: what the house has for a purpose is the sum over rows,
 * one for each shard of accounts, so that the movements of different shards never wait for the same row.
 */
export const storedAs = (account: LedgerAccountId, owner: AccountId): LedgerAccountId =>
  isHouse(account) ? (`${account}:${shardOf(owner)}` as LedgerAccountId) : account;

/** The account that a stored row belongs to. Rows of the house from before there were shards have its name. */
export const shownAs = (stored: LedgerAccountId): LedgerAccountId =>
  isHouse(stored) ? (stored.split(':', 3).join(':') as LedgerAccountId) : stored;

/** The owner's balance; never below zero. */
export const balanceAccount = (account: AccountId) => `balance:${account}` as LedgerAccountId;
/** The house's loan to the owner (zero or below) until the open positions are closed. */
export const advanceAccount = (account: AccountId) => `advance:${account}` as LedgerAccountId;
/** The accounts that make the balance as the owner sees it: see `shownBalance`. */
export const ownMoney = (account: AccountId) => [balanceAccount(account), advanceAccount(account)];
/** The amount of the owner's withdrawals in review; never below zero. */
export const holdAccount = (account: AccountId) => `hold:${account}` as LedgerAccountId;

export type PostingKind =
  | 'opening'
  | 'fee'
  | 'profit'
  /** A night of a position; its time is that night's. */
  | 'financing'
  /** The house bears a loss that the balance did not cover. */
  | 'shortfall'
  | 'reset'
  | 'deposit'
  | 'withdraw-hold'
  | 'withdraw-release'
  | 'withdraw-paid'
  | 'adjustment';

/**
 * One movement: its legs sum to zero and never change afterwards. Exchange and payments decide postings; only
 * the ledger repository stores them. No prices, orders or limits here.
 */
export interface Posting {
  readonly book: Book;
  readonly kind: PostingKind;
  readonly accountId: AccountId;
  readonly orderId?: OrderId;
  /** The deposit or withdrawal; unique per kind of posting. */
  readonly paymentId?: number;
  /** The operator's note on an adjustment. */
  readonly memo?: string;
  readonly at: TimestampMs;
  readonly legs: readonly Leg[];
}

export type PostingFacts = Omit<Posting, 'legs'>;

/**
 * @returns the posting without its zero legs; undefined when nothing moves
 * @throws when the legs do not sum to zero
 */
export function posting(facts: PostingFacts, legs: readonly Leg[]): Posting | undefined {
  const sum = legs.reduce((total, leg) => addMoney(total, leg.amount), ZERO_MONEY);
  if (sum !== 0) throw new RangeError(`the legs of a posting sum to ${sum}: ${JSON.stringify(legs)}`);
  const moving = legs.filter((leg) => leg.amount !== 0);
  return moving.length === 0 ? undefined : { ...facts, legs: moving };
}

/** The amount a posting moves on one ledger account. */
export const movedOn = (entry: Posting, account: LedgerAccountId): Money =>
  entry.legs.reduce((sum, leg) => (leg.account === account ? addMoney(sum, leg.amount) : sum), ZERO_MONEY);
