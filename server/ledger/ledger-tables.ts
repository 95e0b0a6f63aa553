import type { Generated } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import type { Money } from '../../shared/domain/money.ts';
import type { OrderId } from '../../shared/domain/order.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Book, LedgerAccountId } from '../ledger-account.ts';
import type { PostingKind } from './posting.ts';

declare module '../store/schema.ts' {
  interface Schema {
    ledger_accounts: LedgerAccountTable;
    postings: PostingTable;
    entries: EntryTable;
  }
}

interface LedgerAccountTable {
  id: LedgerAccountId;
  book: Book;
  /** Null for the house. */
  account_id: AccountId | null;
  /** The balance's lower bound; null for no bound. */
  floor: Money | null;
  balance: Money;
}

export interface PostingTable {
  id: Generated<number>;
  book: Book;
  kind: PostingKind;
  account_id: AccountId;
  order_id: OrderId | null;
  /** The deposit or withdrawal. */
  payment_id: number | null;
  memo: string | null;
  at: TimestampMs;
  /** The chain of the account's postings, see `chain/chain.ts`. */
  seq: number;
  hash: string;
}

export interface EntryTable {
  id: Generated<number>;
  posting_id: number;
  ledger_account_id: LedgerAccountId;
  amount: Money;
}
