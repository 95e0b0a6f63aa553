import type { Kysely } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import { instrumentId } from '../../shared/domain/instrument.ts';
import { type Money, money } from '../../shared/domain/money.ts';
import { type CloseReason, type Order, orderId } from '../../shared/domain/order.ts';
import { type Price, price } from '../../shared/domain/price.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { volume } from '../../shared/domain/volume.ts';
import { prepared } from '../store/prepared.ts';
import type { NewOrderRow, OrderRow, Schema } from '../store/schema.ts';
import {
  type CancelReason,
  type OrderReads,
  type OrderRecord,
  type OrderWrites,
  StaleStateError,
} from '../store/store.ts';

export function orderRepository(db: Kysely<Schema>): OrderReads & OrderWrites {
  return {
    async working(account) {
      let query = db.selectFrom('orders').selectAll().where('status', 'in', ['pending', 'open']);
      if (account !== undefined) query = query.where('account_id', '=', account);
      return (await query.orderBy('id').execute()).map(toRecord);
    },
    async isOwn(account, id) {
      const row = await db
        .selectFrom('orders')
        .select('id')
        .where('id', '=', id)
        .where('account_id', '=', account)
        .executeTakeFirst();
      return row !== undefined;
    },
    async closed(account, offset, limit) {
      const rows = await closedOf(db, account)
        .selectAll()
        .orderBy('ended_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      return rows.map((row) => toRecord(row).order);
    },
    async closedTotals(account) {
      const row = await closedOf(db, account)
        .select(({ fn }) => [
          fn.countAll<number>().as('count'),
          fn.sum<number | null>('realised_pnl').as('profit'),
        ])
        .executeTakeFirstOrThrow();
      return { count: Number(row.count), profit: money(Number(row.profit ?? 0)) };
    },
    async insert(record) {
      await insertOrder(db, toRow(record));
    },
    async update(record, before) {
      const known = { knownStatus: before.status, knownVolume: before.volume };
      const { numAffectedRows } = await updateOrder(db, { ...toRow(record), ...known });
      if (numAffectedRows !== 1n)
        throw new StaleStateError(`order ${record.order.id} is no longer ${before.status}`);
    },
  };
}

const insertOrder = prepared((db, row: NewOrderRow) => db.insertInto('orders').values(row));

/** As long as it is what it is known to be. */
const updateOrder = prepared((db, to: NewOrderRow & { knownStatus: string; knownVolume: number }) => {
  const { id, account_id, knownStatus, knownVolume, ...changed } = to;
  return db
    .updateTable('orders')
    .set(changed)
    .where('id', '=', id)
    .where('account_id', '=', account_id)
    .where('status', '=', knownStatus)
    .where('volume', '=', knownVolume);
});

const closedOf = (db: Kysely<Schema>, account: AccountId) =>
  db.selectFrom('orders').where('account_id', '=', account).where('status', '=', 'closed');

function toRow({ accountId, order, waitsBelow, splitFrom, cancelled }: OrderRecord): NewOrderRow {
  const held = order.status === 'open' || order.status === 'closed' ? order : undefined;
  const closed = order.status === 'closed' ? order : undefined;
  return {
    id: order.id,
    account_id: accountId,
    instrument_id: order.instrumentId,
    code: order.code,
    show_code: order.showCode,
    precision: order.precision,
    side: order.side,
    volume: order.volume,
    multiple: order.multiple,
    stop_loss: order.stopLoss ?? null,
    take_profit: order.takeProfit ?? null,
    status: order.status,
    target_price: held ? null : 'targetPrice' in order ? order.targetPrice : null,
    waits_below: waitsBelow === undefined ? null : Number(waitsBelow),
    open_price: held?.openPrice ?? null,
    margin: held?.margin ?? null,
    fee: held?.fee ?? null,
    close_price: closed?.closePrice ?? null,
    realised_pnl: closed?.realisedPnl ?? null,
    reason: closed?.reason ?? cancelled?.why ?? null,
    split_from: splitFrom ?? null,
    created_at: order.createdAt,
    ended_at: closed?.closedAt ?? cancelled?.at ?? null,
  };
}

function toRecord(row: OrderRow): OrderRecord {
  return {
    accountId: row.account_id as AccountId,
    order: toOrder(row),
    ...(row.waits_below === null ? {} : { waitsBelow: row.waits_below === 1 }),
    ...(row.split_from === null ? {} : { splitFrom: orderId(row.split_from) }),
    ...(row.status === 'cancelled'
      ? { cancelled: { at: timestampMs(stored(row, 'ended_at')), why: row.reason as CancelReason } }
      : {}),
  };
}

function toOrder(row: OrderRow): Order {
  const facts = {
    id: orderId(row.id),
    instrumentId: instrumentId(row.instrument_id),
    code: row.code,
    showCode: row.show_code,
    precision: row.precision,
    side: row.side === 'buy' ? ('buy' as const) : ('sell' as const),
    volume: volume(row.volume),
    multiple: row.multiple,
    ...(row.stop_loss === null ? {} : { stopLoss: price(row.stop_loss) }),
    ...(row.take_profit === null ? {} : { takeProfit: price(row.take_profit) }),
    createdAt: timestampMs(row.created_at),
  };
  const opened = () => ({
    openPrice: price(stored(row, 'open_price')),
    margin: money(stored(row, 'margin')),
    fee: money(stored(row, 'fee')),
  });
  switch (row.status) {
    case 'pending':
    case 'cancelled':
      return { ...facts, status: row.status, targetPrice: price(stored(row, 'target_price')) };
    case 'open':
      return { ...facts, status: 'open', ...opened() };
    case 'closed':
      return { ...facts, status: 'closed', ...opened(), ...closing(row) };
    default:
      throw new Error(`order ${row.id} is stored with the status ${row.status}`);
  }
}

function closing(row: OrderRow): {
  readonly closePrice: Price;
  readonly realisedPnl: Money;
  readonly closedAt: ReturnType<typeof timestampMs>;
  readonly reason: CloseReason;
} {
  return {
    closePrice: price(stored(row, 'close_price')),
    realisedPnl: money(stored(row, 'realised_pnl')),
    closedAt: timestampMs(stored(row, 'ended_at')),
    reason: row.reason as CloseReason,
  };
}

/** @throws when the row lacks what its status promises: the database was changed by somebody else */
function stored(row: OrderRow, column: keyof OrderRow): number {
  const value = row[column];
  if (typeof value !== 'number') throw new Error(`order ${row.id} is stored without ${column}`);
  return value;
}
