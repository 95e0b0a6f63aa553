import type { ColumnDataType, ColumnDefinitionBuilder, CreateTableBuilder } from 'kysely';
import { ZERO_MONEY } from '../../../shared/domain/money.ts';
import type { Book, LedgerAccountId } from '../../ledger/posting.ts';
import type { Db } from '../schema.ts';

/**
 * Steps of a migration. All pending migrations run in one transaction. Types have SQLite's names;
 * `postgres/columns.ts` maps them to PostgreSQL's: 64-bit integers, identity columns, bytes.
 */
export const table = (db: Db, name: string) => db.schema.createTable(name).ifNotExists();

export const withId = <T extends string>(builder: CreateTableBuilder<T>) =>
  builder.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement());

export const index = (db: Db, name: string, on: string, columns: readonly string[]) =>
  db.schema
    .createIndex(name)
    .ifNotExists()
    .on(on)
    .columns([...columns])
    .execute();

export const uniqueIndex = (db: Db, name: string, on: string, columns: readonly string[]) =>
  db.schema
    .createIndex(name)
    .unique()
    .ifNotExists()
    .on(on)
    .columns([...columns])
    .execute();

/** Adds a column if it is missing. Not every database has "add column if not exists", so look it up first. */
export async function addColumn(
  db: Db,
  on: string,
  name: string,
  type: ColumnDataType,
  build: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder = (column) => column,
): Promise<void> {
  const tables = await db.introspection.getTables();
  const there = tables.find((one) => one.name === on)?.columns.some((one) => one.name === name);
  if (there !== true) await db.schema.alterTable(on).addColumn(name, type, build).execute();
}

/** Opens any missing ledger accounts of the house with a zero balance. */
export async function openHouseAccounts(db: Db, book: Book, purposes: readonly string[]): Promise<void> {
  const rows = purposes.map((purpose) => ({
    id: `house:${book}:${purpose}` as LedgerAccountId,
    book,
    balance: ZERO_MONEY,
  }));
  await db
    .insertInto('ledger_accounts')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
