import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { index, openHouseAccounts, table, withId } from './tables.ts';

/** The house's accounts of the first version. */
const PURPOSES = ['capital', 'trading', 'fees', 'shortfall'] as const;

/** The tables of the first version. */
export const start: Migration = {
  async up(db: Db) {
    await createPeople(db);
    await createOrders(db);
    await createLedger(db);
    await createRest(db);
    for (const book of ['demo', 'real'] as const) await openHouseAccounts(db, book, PURPOSES);
  },
};

async function createPeople(db: Db): Promise<void> {
  await withId(table(db, 'accounts'))
    .addColumn('book', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.unique())
    .addColumn('phone', 'text', (column) => column.unique())
    .addColumn('password_hash', 'text')
    .addColumn('demo_hash', 'text', (column) => column.unique())
    .addColumn('invite_code', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await table(db, 'sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await index(db, 'sessions_expiry', 'sessions', ['expires_at']);
}

async function createOrders(db: Db): Promise<void> {
  await table(db, 'orders')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
    .addColumn('instrument_id', 'integer', (column) => column.notNull())
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('show_code', 'text', (column) => column.notNull())
    .addColumn('precision', 'integer', (column) => column.notNull())
    .addColumn('side', 'text', (column) => column.notNull())
    .addColumn('volume', 'bigint', (column) => column.notNull())
    .addColumn('multiple', 'integer', (column) => column.notNull())
    .addColumn('stop_loss', 'bigint')
    .addColumn('take_profit', 'bigint')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('target_price', 'bigint')
    .addColumn('waits_below', 'integer')
    .addColumn('open_price', 'bigint')
    .addColumn('margin', 'bigint')
    .addColumn('fee', 'bigint')
    .addColumn('close_price', 'bigint')
    .addColumn('realised_pnl', 'bigint')
    .addColumn('reason', 'text')
    .addColumn('split_from', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .execute();
  await index(db, 'orders_by_account', 'orders', ['account_id', 'status', 'ended_at', 'id']);
  await index(db, 'orders_by_status', 'orders', ['status']);
}

async function createLedger(db: Db): Promise<void> {
  await table(db, 'ledger_accounts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('book', 'text', (column) => column.notNull())
    .addColumn('account_id', 'integer', (column) => column.references('accounts.id'))
    .addColumn('floor', 'bigint')
    .addColumn('balance', 'bigint', (column) => column.notNull())
    .execute();
  await withId(table(db, 'postings'))
    .addColumn('book', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
    .addColumn('order_id', 'bigint')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await withId(table(db, 'entries'))
    .addColumn('posting_id', 'integer', (column) => column.notNull().references('postings.id'))
    .addColumn('ledger_account_id', 'text', (column) => column.notNull().references('ledger_accounts.id'))
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .execute();
  await index(db, 'entries_by_account', 'entries', ['ledger_account_id', 'id']);
  await index(db, 'entries_by_posting', 'entries', ['posting_id']);
}

async function createRest(db: Db): Promise<void> {
  await table(db, 'replies')
    .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
    .addColumn('call', 'text', (column) => column.notNull())
    .addColumn('cid', 'text', (column) => column.notNull())
    .addColumn('params_hash', 'text', (column) => column.notNull())
    .addColumn('reply', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('replies_key', ['account_id', 'call', 'cid'])
    .execute();
  await index(db, 'replies_by_age', 'replies', ['created_at']);
  await table(db, 'sequences')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('next', 'bigint', (column) => column.notNull())
    .execute();
  await table(db, 'candle_chunks')
    .addColumn('instrument_code', 'text', (column) => column.notNull())
    .addColumn('resolution_s', 'integer', (column) => column.notNull())
    .addColumn('start_s', 'bigint', (column) => column.notNull())
    .addColumn('data', 'blob', (column) => column.notNull())
    .addPrimaryKeyConstraint('candle_chunks_key', ['instrument_code', 'resolution_s', 'start_s'])
    .execute();
  await index(db, 'candle_chunks_by_age', 'candle_chunks', ['resolution_s', 'start_s']);
}
