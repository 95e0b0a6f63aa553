import type { SelectQueryBuilder } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import { type Money, money, ZERO_MONEY } from '../../shared/domain/money.ts';
import {
  type AnyOrder,
  type HistoryFilter,
  ORDER_FIELDS,
  type Order,
  type OrderField,
  type OrderId,
  type OrderStatus,
} from '../../shared/domain/order.ts';
import type { Volume } from '../../shared/domain/volume.ts';
import { sealOfOrder } from '../chain/chain.ts';
import { StaleStateError } from '../store/errors.ts';
import { prepared } from '../store/prepared.ts';
import { rowOf, snakeCase } from '../store/record.ts';
import type { Db, Schema } from '../store/schema.ts';
import type { CancelReason } from './order-tables.ts';
import type { OrderRecord } from './state.ts';

type OrderRow = Schema['orders'];
/** What its owner and the exchange know of an order. */
export type OrderColumns = Omit<OrderRow, 'seal'>;

interface OrderFilter {
  readonly account?: AccountId | undefined;
  readonly code?: string | undefined;
  readonly statuses?: readonly OrderStatus[];
}

export function orderRepository(db: Db) {
  return {
    /** All pending orders and open positions, of these accounts if given, by rising id. */
    async working(accounts?: readonly AccountId[]): Promise<readonly OrderRecord[]> {
      let query = db.selectFrom('orders').selectAll().where('status', 'in', ['pending', 'open']);
      if (accounts !== undefined) query = query.where('account_id', 'in', accounts);
      return (await query.orderBy('id').execute()).map(toRecord);
    },
    /** Newest first, and how many there are in all. */
    async listed(
      { account, code, statuses }: OrderFilter,
      limit: number,
    ): Promise<{ readonly list: readonly OrderRecord[]; readonly total: number }> {
      let query = db.selectFrom('orders');
      if (statuses !== undefined) query = query.where('status', 'in', statuses);
      if (account !== undefined) query = query.where('account_id', '=', account);
      if (code !== undefined) query = query.where('code', '=', code);
      const rows = await query.selectAll().orderBy('id', 'desc').limit(limit).execute();
      if (rows.length < limit) return { list: rows.map(toRecord), total: rows.length };
      const counted = query.select(({ fn }) => fn.countAll<number>().as('total'));
      return { list: rows.map(toRecord), total: Number((await counted.executeTakeFirstOrThrow()).total) };
    },
    async accountOf(id: OrderId): Promise<AccountId | undefined> {
      const row = await db.selectFrom('orders').select('account_id').where('id', '=', id).executeTakeFirst();
      return row?.account_id;
    },
    /** The decimals of the prices of an account's order; undefined without such an order. */
    async precision(account: AccountId, id: OrderId): Promise<number | undefined> {
      const row = await db
        .selectFrom('orders')
        .select('precision')
        .where('id', '=', id)
        .where('account_id', '=', account)
        .executeTakeFirst();
      return row?.precision;
    },
    /** Latest close first. */
    async closed(
      account: AccountId,
      filter: HistoryFilter,
      offset: number,
      limit: number,
    ): Promise<readonly Order[]> {
      const latest = (query: OrderQuery, most: number) =>
        query.selectAll().orderBy('ended_at', 'desc').orderBy('id', 'desc').limit(most);
      // Each part by its index, as far as the page reaches.
      const parts = endedOf(db, account, filter).map((part) => latest(part, offset + limit));
      const [closed, unfilled] = parts.map((part) => db.selectFrom(part.as('part')).selectAll());
      const all = unfilled === undefined ? closed : closed?.unionAll(unfilled);
      const rows =
        all === undefined
          ? []
          : await latest(db.selectFrom(all.as('orders')), limit)
              .offset(offset)
              .execute();
      return rows.map((row) => toRecord(row).order);
    },
    async closedTotals(
      account: AccountId,
      filter: HistoryFilter,
    ): Promise<{ readonly count: number; readonly profit: Money }> {
      let [count, profit] = [0, 0];
      for (const part of endedOf(db, account, filter)) {
        const row = await part
          .select(({ fn }) => [
            fn.countAll<number>().as('count'),
            fn.sum<number | null>('realised_pnl').as('profit'),
          ])
          .executeTakeFirstOrThrow();
        count += Number(row.count);
        profit += Number(row.profit ?? 0);
      }
      return { count, profit: money(profit) };
    },
    async insert(record: OrderRecord): Promise<void> {
      await insertOrder(db, sealed(orderRow(record)));
    },
    /** @throws StaleStateError when the stored order no longer has the status and volume of `before` */
    async update(record: OrderRecord, before: Order): Promise<void> {
      const known = { knownStatus: before.status, knownVolume: before.volume };
      const { numAffectedRows } = await updateOrder(db, { ...sealed(orderRow(record)), ...known });
      if (numAffectedRows !== 1n)
        throw new StaleStateError(`order ${record.order.id} is no longer ${before.status}`);
    },
  };
}

const insertOrder = prepared((db, row: OrderRow) => db.insertInto('orders').values(row));

/** Matches only while the stored order has the known status and volume. */
const updateOrder = prepared((db, to: OrderRow & { knownStatus: Order['status']; knownVolume: Volume }) => {
  const { id, account_id, knownStatus, knownVolume, ...changed } = to;
  return db
    .updateTable('orders')
    .set(changed)
    .where('id', '=', id)
    .where('account_id', '=', account_id)
    .where('status', '=', knownStatus)
    .where('volume', '=', knownVolume);
});

type OrderQuery = SelectQueryBuilder<Schema, 'orders', object>;

/** The closed orders, then those that were not filled. The index on account, status and time bounds what is read to the range of time. */
function endedOf(db: Db, account: AccountId, filter: HistoryFilter): readonly OrderQuery[] {
  const { instrumentId, side, result, reason, from, to, unfilled } = filter;
  const ended = (status: 'closed' | 'cancelled'): OrderQuery => {
    let query = db.selectFrom('orders').where('account_id', '=', account).where('status', '=', status);
    if (from !== undefined) query = query.where('ended_at', '>=', from);
    if (to !== undefined) query = query.where('ended_at', '<', to);
    if (instrumentId !== undefined) query = query.where('instrument_id', '=', instrumentId);
    if (side !== undefined) query = query.where('side', '=', side);
    return query;
  };
  let closed = ended('closed');
  if (reason !== undefined) closed = closed.where('reason', '=', reason);
  if (result !== undefined)
    closed = closed.where('realised_pnl', result === 'profit' ? '>' : '<', ZERO_MONEY);
  const hasUnfilled = unfilled === true && reason === undefined && result === undefined;
  return hasUnfilled ? [closed, ended('cancelled').where('reason', '=', 'no-margin')] : [closed];
}

/** Each undefined. */
const NO_FIELDS = Object.fromEntries(
  Object.values(ORDER_FIELDS).flatMap((fields) => Object.keys(fields).map((name) => [name, undefined])),
) as { readonly [K in keyof AnyOrder]: undefined };

export function orderRow(record: OrderRecord): OrderColumns {
  const { accountId, order, waitsBelow, splitFrom, pricesAt, filledAt, financedAt, cancelled } = record;
  const { closedAt, reason, ...shown }: AnyOrder = { ...NO_FIELDS, ...order };
  return rowOf({
    ...shown,
    accountId,
    waitsBelow: waitsBelow === undefined ? undefined : Number(waitsBelow),
    splitFrom,
    pricesAt,
    filledAt,
    financedAt,
    reason: cancelled?.why ?? reason,
    endedAt: cancelled?.at ?? closedAt,
  });
}

const sealed = (row: OrderColumns): OrderRow => ({ ...row, seal: sealOfOrder(row) });

/** Of no order yet: each column is null. */
export const NO_ORDER_ROW = (() => {
  const { closedAt: _, ...fields } = NO_FIELDS;
  const others = { accountId: undefined, waitsBelow: undefined, splitFrom: undefined, pricesAt: undefined };
  // Whoever uses it gives what an order cannot be without.
  return rowOf({
    ...fields,
    ...others,
    filledAt: undefined,
    financedAt: undefined,
    endedAt: undefined,
  }) as unknown as OrderColumns;
})();

const toRecord = (row: OrderRow): OrderRecord => ({
  accountId: row.account_id,
  order: toOrder(row),
  ...(row.waits_below === null ? {} : { waitsBelow: row.waits_below === 1 }),
  ...(row.split_from === null ? {} : { splitFrom: row.split_from }),
  ...(row.prices_at === null ? {} : { pricesAt: row.prices_at }),
  ...(row.filled_at === null ? {} : { filledAt: row.filled_at }),
  ...(row.financed_at === null ? {} : { financedAt: row.financed_at }),
  ...(row.status === 'cancelled'
    ? { cancelled: { at: stored(row, 'ended_at'), why: stored(row, 'reason') as CancelReason } }
    : {}),
});

/** @throws if the row lacks a value that its status requires: another program changed the database */
export function toOrder(row: OrderColumns): Order {
  const order: Record<string, unknown> = {};
  for (const [name, field] of Object.entries<OrderField>(ORDER_FIELDS[row.status])) {
    const column = (name === 'closedAt' ? 'ended_at' : snakeCase(name)) as keyof OrderColumns;
    const value = row[column];
    if (!field.isOptional) order[name] = value ?? (field.isLater ? 0 : stored(row, column));
    else if (value !== null && (field.words?.includes(String(value)) ?? true)) order[name] = value;
  }
  // Each has the fields of its status: the type is made of the same table.
  return order as unknown as Order;
}

/** @throws as `toOrder` */
function stored<Column extends keyof OrderColumns>(
  row: OrderColumns,
  column: Column,
): NonNullable<OrderColumns[Column]> {
  const value = row[column];
  if (value === null) throw new Error(`order ${row.id} is stored without ${column}`);
  return value;
}
