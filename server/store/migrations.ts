import type { CreateTableBuilder, Kysely } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import { BOOKS, HOUSE_PURPOSES, houseAccount } from '../ledger/posting.ts';
import type { Schema } from './schema.ts';

/**
 * Creates what is not there yet: SQLite keeps the tables of a migration that a crash cut off, so each step must bear a
 * repetition. Only `withId` knows how a database numbers rows by itself.
 */
const start: Migration = {
  async up(db: Kysely<Schema>) {
    await createPeople(db);
    await createOrders(db);
    await createLedger(db);
    await createRest(db);
    await openHouseAccounts(db);
  },
};

const provider: MigrationProvider = {
  getMigrations: async () => ({ '2026-11-20-start': start }),
};

/** @throws when a migration fails or the database is newer than this program */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw error;
}

const table = (db: Kysely<Schema>, name: string) => db.schema.createTable(name).ifNotExists();
const withId = <T extends string>(builder: CreateTableBuilder<T>) =>
  builder.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement());

async function createPeople(db: Kysely<Schema>): Promise<void> {
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

async function createOrders(db: Kysely<Schema>): Promise<void> {
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

async function createLedger(db: Kysely<Schema>): Promise<void> {
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

async function createRest(db: Kysely<Schema>): Promise<void> {
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

async function openHouseAccounts(db: Kysely<Schema>): Promise<void> {
  const rows = BOOKS.flatMap((book) =>
    HOUSE_PURPOSES.map((purpose) => ({ id: houseAccount(book, purpose), book, balance: 0 })),
  );
  await db
    .insertInto('ledger_accounts')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

const index = (db: Kysely<Schema>, name: string, on: string, columns: readonly string[]) =>
  db.schema
    .createIndex(name)
    .ifNotExists()
    .on(on)
    .columns([...columns])
    .execute();
