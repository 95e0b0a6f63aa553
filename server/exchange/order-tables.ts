import type { Generated } from 'kysely';
import type { Cause, EventKind } from '../../shared/contract/order-story.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { AnyOrder, CloseReason, OrderId } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { RowOf } from '../store/record.ts';

declare module '../store/schema.ts' {
  interface Schema {
    orders: OrderTable;
    order_events: OrderEventTable;
    replies: ReplyTable;
    margin_calls: MarginCallTable;
  }
}

/** Accounts in a margin call that was announced, or that a stop out has made needless to announce. */
interface MarginCallTable {
  account_id: AccountId;
}

export type CancelReason = 'manual' | 'no-margin' | 'reset' | 'operator';

/** One order in any status: its fields as columns, null where they do not apply to the status. */
export interface OrderTable extends Omit<RowOf<AnyOrder>, 'closed_at' | 'reason'> {
  account_id: AccountId;
  waits_below: number | null;
  reason: CloseReason | CancelReason | null;
  split_from: OrderId | null;
  /** Time of closing or cancelling. */
  ended_at: TimestampMs | null;
  /** When the newest prices were sent on which the order was decided as it is; null where one process does everything. */
  prices_at: TimestampMs | null;
  /** When the target of an order that waited was reached; null also if that was before there was this column. */
  filled_at: TimestampMs | null;
  /** The last night that was booked; null before the first. */
  financed_at: TimestampMs | null;
  /** Digest of the other columns, see `chain/chain.ts`. */
  seal: string;
}

/**
 * A change of an order, written with it and never changed. Steps of a running trailing stop are not among them: the stop that
 * it had reached stands in the next event.
 */
export interface OrderEventTable {
  id: Generated<number>;
  account_id: AccountId;
  order_id: OrderId;
  /** When it was decided, or when a tick reached the order. */
  at: TimestampMs;
  kind: EventKind;
  caused_by: Cause;
  /** The `Close` that it was decided on; null while there was none. */
  price: Price | null;
  /** The ask beside it; null: the same. */
  ask: Price | null;
  tick_at: TimestampMs | null;
  /** Where that price came from; null where it is not known. */
  source: string | null;
  /** JSON: the columns of the order's row that changed, and their values from now on. Of a new order those that are not null. */
  changes: string;
  /** The chain of the account's events, see `chain/chain.ts`. */
  seq: number;
  hash: string;
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
