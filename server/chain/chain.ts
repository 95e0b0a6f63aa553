import { hash } from 'node:crypto';
import type { OrderEventTable, OrderTable, ReplyTable } from '../exchange/order-tables.ts';
import type { EntryTable, PostingTable } from '../ledger/ledger-tables.ts';

/*
 * What damage and careless edits of stored rows are found by. The postings of an account, the events of its orders, and its
 * stored replies, are each a chain: a row carries the digest of the previous row's digest and of its own content. Orders change,
 * so each carries a seal over itself, and its events say again what it is; rows of accounts, payments and settings of money have
 * their seals in a table of its own. The rooms compute them when they write, the audit when it checks. Pure; no database.
 */

export type ChainName = 'postings' | 'replies' | 'events';

/** The place of a row in the chain of its account. */
export interface Link {
  /** Counts the account's rows from 1. */
  readonly seq: number;
  /** SHA-256 over the previous link's hash, the number and the content, in base64url. */
  readonly hash: string;
}

/** Before the first row. */
export const NO_LINK: Link = { seq: 0, hash: '' };

type Content = readonly (number | string | null)[];

/** The link of the row that follows; its content in the order of the columns named below. */
export function linkAfter(before: Link, content: Content): Link {
  const seq = before.seq + 1;
  return { seq, hash: digest([before.hash, seq, ...content]) };
}

type PostingContent = Pick<
  PostingTable,
  'book' | 'kind' | 'account_id' | 'order_id' | 'payment_id' | 'memo' | 'at'
>;

/** Its legs belong to it, those on the accounts of the house too: what the house has is the sum of them. */
export const contentOfPosting = (
  row: PostingContent,
  legs: readonly Pick<EntryTable, 'ledger_account_id' | 'amount'>[],
): Content => [
  row.book,
  row.kind,
  row.account_id,
  row.order_id,
  row.payment_id,
  row.memo,
  row.at,
  ...legs.flatMap((leg) => [leg.ledger_account_id, leg.amount]),
];

type EventContent = Omit<OrderEventTable, 'id' | 'seq' | 'hash'>;

export const contentOfEvent = (row: EventContent): Content => [
  row.account_id,
  row.order_id,
  row.at,
  row.kind,
  row.caused_by,
  row.price,
  row.ask,
  row.tick_at,
  row.source,
  row.changes,
];

type ReplyContent = Omit<ReplyTable, 'seq' | 'hash'>;

export const contentOfReply = (row: ReplyContent): Content => [
  row.account_id,
  row.call,
  row.cid,
  row.params_hash,
  row.reply,
  row.created_at,
];

type OrderContent = Omit<OrderTable, 'seal'>;

/**
 * The columns of orders by birth. A later group counts where it or one after it has a value: the seals of orders without
 * stay valid, also before the migration that adds the columns. A new column is a group of its own at the end.
 */
const ORDER_COLUMNS = [
  [
    'id',
    'account_id',
    'instrument_id',
    'code',
    'show_code',
    'precision',
    'side',
    'volume',
    'multiple',
    'stop_loss',
    'take_profit',
    'status',
    'target_price',
    'waits_below',
    'open_price',
    'margin',
    'fee',
    'close_price',
    'realised_pnl',
    'reason',
    'split_from',
    'created_at',
    'ended_at',
  ],
  ['trail_points', 'margin_level'],
  ['prices_at'],
  ['filled_at'],
  ['financing', 'financed_at'],
] as const satisfies readonly (readonly (keyof OrderContent)[])[];
// The compiler names a column without a place.
({}) satisfies Record<Exclude<keyof OrderContent, (typeof ORDER_COLUMNS)[number][number]>, never>;

/** With each group all columns up to it. Made beforehand: the audit seals every order. */
const GROUPS = ORDER_COLUMNS.map((group, at) => ({ group, all: ORDER_COLUMNS.slice(0, at + 1).flat() }));

export function sealOfOrder(row: OrderContent): string {
  const latest = GROUPS.findLast(({ group }) => group.some((column) => (row[column] ?? null) !== null));
  return digest(latest?.all.map((column) => row[column]) ?? []);
}

/** Over the columns that have a value: a new column that is empty in the stored rows changes no seal. */
export const sealOfRow = (row: object): string =>
  digest(
    Object.entries(row)
      .filter(([, value]) => value !== null)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flat(),
  );

const digest = (content: Content): string => hash('sha256', JSON.stringify(content), 'base64url');
