import type { AccountId } from '../../shared/domain/account.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { Money } from '../../shared/domain/money.ts';
import type { CloseReason, Order, OrderId, Side } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Volume } from '../../shared/domain/volume.ts';

declare module '../store/schema.ts' {
  interface Schema {
    orders: OrderTable;
    replies: ReplyTable;
    margin_calls: MarginCallTable;
  }
}

/** Accounts in a margin call that was announced, or that a stop out has made needless to announce. */
interface MarginCallTable {
  account_id: AccountId;
}

export type CancelReason = 'manual' | 'no-margin' | 'reset' | 'operator';

/** One order in any status; columns that do not apply to its status are null. */
export interface OrderTable {
  id: OrderId;
  account_id: AccountId;
  instrument_id: InstrumentId;
  code: string;
  show_code: string;
  precision: number;
  side: Side;
  volume: Volume;
  multiple: number;
  stop_loss: Price | null;
  take_profit: Price | null;
  trail_points: number | null;
  status: Order['status'];
  target_price: Price | null;
  waits_below: number | null;
  open_price: Price | null;
  margin: Money | null;
  fee: Money | null;
  close_price: Price | null;
  realised_pnl: Money | null;
  reason: CloseReason | CancelReason | null;
  /** Of a stop out, in hundredths of a percent. */
  margin_level: number | null;
  split_from: OrderId | null;
  created_at: TimestampMs;
  /** Time of closing or cancelling. */
  ended_at: TimestampMs | null;
  /** When the newest prices were sent on which the order was decided as it is; null where one process does everything. */
  prices_at: TimestampMs | null;
  /** When the target of an order that waited was reached; null also if that was before there was this column. */
  filled_at: TimestampMs | null;
  /** Digest of the other columns, see `chain/chain.ts`. */
  seal: string;
}

/** The reply to a call, stored under the client's own id for the call. */
export interface ReplyTable {
  account_id: AccountId;
  call: string;
  cid: string;
  params_hash: string;
  /** JSON. */
  reply: string;
  created_at: TimestampMs;
  /** The chain of the account's replies, see `chain/chain.ts`. */
  seq: number;
  hash: string;
}
