import type { Generated, Insertable, Selectable } from 'kysely';
import type { PeopleSchema } from '../accounts/account-tables.ts';
import type { ChatSchema } from '../chat/chat-tables.ts';
import type { ContentSchema } from '../content/content-tables.ts';
import type { FilesSchema } from '../files/file-tables.ts';
import type { IdentitySchema } from '../identity/identity-tables.ts';
import type { ListingsSchema } from '../listings/listing-tables.ts';
import type { OperatorLogSchema } from '../ops/operator-log-tables.ts';
import type { PaymentsSchema } from '../payments/payment-tables.ts';

/**
 * The tables as they are stored. Money, prices, volumes and times are integers (see the types in `shared/`), flags 0 and 1.
 * Kept to what SQLite and PostgreSQL both understand.
 */
export interface Schema
  extends ListingsSchema,
    FilesSchema,
    IdentitySchema,
    OperatorLogSchema,
    ChatSchema,
    ContentSchema,
    PeopleSchema,
    PaymentsSchema {
  accounts: AccountTable;
  sessions: SessionTable;
  orders: OrderTable;
  ledger_accounts: LedgerAccountTable;
  postings: PostingTable;
  entries: EntryTable;
  replies: ReplyTable;
  sequences: SequenceTable;
  candle_chunks: CandleChunkTable;
}

interface AccountTable {
  id: Generated<number>;
  book: string;
  email: string | null;
  phone: string | null;
  /** The phone's dialling code, without a plus. */
  area_code: string | null;
  /** 1 when its owner has shown that the phone is theirs. */
  phone_proven: Generated<number>;
  password_hash: string | null;
  /** SHA-256 of the secret that logs into a demo account. */
  demo_hash: string | null;
  invite_code: string;
  invited_by: number | null;
  created_at: number;
}

interface SessionTable {
  /** SHA-256 of the token. */
  id: string;
  /** Names it to its owner. */
  public_id: string;
  account_id: number;
  device: string;
  created_at: number;
  seen_at: number;
  expires_at: number;
}

interface OrderTable {
  id: number;
  account_id: number;
  instrument_id: number;
  code: string;
  show_code: string;
  precision: number;
  side: string;
  volume: number;
  multiple: number;
  stop_loss: number | null;
  take_profit: number | null;
  status: string;
  target_price: number | null;
  waits_below: number | null;
  open_price: number | null;
  margin: number | null;
  fee: number | null;
  close_price: number | null;
  realised_pnl: number | null;
  reason: string | null;
  split_from: number | null;
  created_at: number;
  /** When it was closed or cancelled. */
  ended_at: number | null;
}

interface LedgerAccountTable {
  id: string;
  book: string;
  /** Null for the house. */
  account_id: number | null;
  /** The balance may not be below this; null for none. */
  floor: number | null;
  balance: number;
}

interface PostingTable {
  id: Generated<number>;
  book: string;
  kind: string;
  account_id: number;
  order_id: number | null;
  /** The deposit or withdrawal. */
  payment_id: number | null;
  memo: string | null;
  at: number;
}

interface EntryTable {
  id: Generated<number>;
  posting_id: number;
  ledger_account_id: string;
  amount: number;
}

interface ReplyTable {
  account_id: number;
  call: string;
  cid: string;
  params_hash: string;
  reply: string;
  created_at: number;
}

interface SequenceTable {
  name: string;
  next: number;
}

interface CandleChunkTable {
  instrument_code: string;
  resolution_s: number;
  start_s: number;
  data: Uint8Array;
}

export type OrderRow = Selectable<OrderTable>;
export type NewOrderRow = Insertable<OrderTable>;
export type NewPostingRow = Insertable<PostingTable>;
export type NewReplyRow = Insertable<ReplyTable>;
export type AccountRow = Selectable<AccountTable>;
