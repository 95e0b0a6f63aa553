import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { databaseIn } from '../../server/store/embedded.ts';
import { connectTo } from './first-version.ts';
import type { StorePlace } from './stores.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The migrations of this version, in their order. */
export const TODAY = readdirSync(new URL('../../server/store/migrations', import.meta.url))
  .filter((file) => /^\d{4}-/.test(file))
  .map((file) => file.replace('.ts', ''))
  .sort();

/** A data folder with a database of `tests/fixtures/databases`. */
export function folderWith(name: string): string {
  const folder = temporaryFolder();
  const packed = fileURLToPath(new URL(`../fixtures/databases/${name}.db.gz`, import.meta.url));
  writeFileSync(databaseIn(folder), gunzipSync(readFileSync(packed)), { mode: 0o600 });
  return folder;
}

export function inDatabase<T>(folder: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(databaseIn(folder));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** The migrations that a database has recorded. */
export const namesIn = (folder: string): readonly string[] =>
  inDatabase(folder, (database) =>
    database
      .prepare('SELECT name FROM kysely_migration ORDER BY name')
      .all()
      .map((row) => String(row['name'])),
  );

/** The columns of each table of a copy. */
const columnsIn = (folder: string): ReadonlyMap<string, ReadonlySet<string>> =>
  inDatabase(folder, (database) => {
    const rows = database
      .prepare(
        `SELECT sqlite_schema.name AS "table", xinfo.name FROM sqlite_schema, pragma_table_xinfo(sqlite_schema.name) AS xinfo`,
      )
      .all();
    const byTable = Map.groupBy(rows, (row) => String(row['table']));
    return new Map([...byTable].map(([name, of]) => [name, new Set(of.map((row) => String(row['name'])))]));
  });

/**
 * Records these migrations in place of those of today, each run a second after the one before, and takes back what they changed:
 * the journal of orders, the name of a table, spreads and nights, and what tables of 196be2db have got or lost since.
 */
export async function recordMigrations(place: StorePlace, names: readonly string[]): Promise<void> {
  const db = connectTo(place);
  const known = columnsIn(folderWith('196be2db'));
  for (const table of ['order_events', 'instrument_spreads', 'night_rates'])
    await db.schema.dropTable(table).ifExists().execute();
  await db.schema.dropIndex('financing_once').ifExists().execute();
  await db.deleteFrom('ledger_accounts').where('id', 'like', 'house:%:financing:%').execute();
  const tables = await db.introspection.getTables();
  if (tables.some(({ name }) => name === 'account_chains'))
    await db.schema.alterTable('account_chains').renameTo('chain_heads').execute();
  for (const { name: table, columns } of await db.introspection.getTables())
    for (const { name } of columns)
      if (known.get(table)?.has(name) === false) await db.schema.alterTable(table).dropColumn(name).execute();
  // A later migration has taken it away.
  let steps = db.schema
    .createTable('operator_log')
    .ifNotExists()
    .addColumn('id', 'integer', (id) => id.primaryKey());
  for (const name of ['at', 'who', 'thing', 'verb', 'subject', 'outcome'])
    steps = steps.addColumn(name, 'text');
  await steps.execute();
  await db.deleteFrom('kysely_migration').execute();
  const rows = names.map((name, at) => ({ name, timestamp: new Date(at * 1_000).toISOString() }));
  await db.insertInto('kysely_migration').values(rows).execute();
  await db.destroy();
}
