import type { ColumnDataType, ColumnDefinitionBuilder, CreateTableBuilder } from 'kysely';
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

type Column = readonly [
  type: ColumnDataType,
  build?: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder,
];

export async function addColumns(
  db: Db,
  on: string,
  columns: Readonly<Record<string, Column>>,
): Promise<void> {
  for (const [name, [type, build]] of Object.entries(columns))
    await db.schema.alterTable(on).addColumn(name, type, build).execute();
}
