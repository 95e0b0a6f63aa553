import type { ColumnDataType, ColumnDefinitionBuilder, CreateTableBuilder } from 'kysely';
import { ZERO_MONEY } from '../../../shared/domain/money.ts';
import type { Book, LedgerAccountId } from '../../ledger/posting.ts';
import type { Db } from '../schema.ts';

/**
 * Steps of a migration, all of which are one transaction with those of the other migrations that are due. Types are named as
 * SQLite has them; `postgres/columns.ts` turns them into PostgreSQL's: 64-bit integers, numbered rows, bytes.
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

/** Adds a column to a table that is there. No database does so only when it is missing, so that is looked up first. */
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

/** Opens ledger accounts of the house with an empty balance, unless they are there. */
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
