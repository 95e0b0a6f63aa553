import { join } from 'node:path';
import { Kysely, SqliteDialect } from 'kysely';
import { createCopies } from './copies/copies.ts';
import type { Database } from './database.ts';
import { StoreError } from './errors.ts';
import { migrate } from './migrations.ts';
import type { Db, Schema } from './schema.ts';
import { openSqlite } from './sqlite.ts';
import { syncInBackground } from './wal-sync.ts';

/** File name of the database in the data folder. */
const FILE = 'pipstream.db';

/**
 * Opens the database in a data folder that this process has locked.
 * @throws StoreError with a sentence for the operator: the database is damaged or of a later version
 */
export async function openEmbedded(dataDir: string): Promise<Database> {
  const path = join(dataDir, FILE);
  try {
    const writer = connectSqlite(path, false);
    try {
      await migrate(writer);
    } catch (error) {
      await writer.destroy();
      throw error;
    }
    const reader = connectSqlite(path, true);
    const log = await syncInBackground(writer, path);
    return {
      reader,
      writer,
      sync: log.sync,
      isReachable: () => true,
      copies: createCopies(path),
      async close() {
        await log.close();
        await reader.destroy();
        await writer.destroy();
      },
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(`The database in ${dataDir} cannot be opened: ${reason}.`, { cause: error });
  }
}

export function connectSqlite(path: string, readOnly: boolean): Db {
  const sqlite = new SqliteDialect({ database: openSqlite(path, readOnly) });
  // SQLite rolls tables back with their transaction too, although kysely denies it: an interrupted upgrade
  // leaves nothing behind.
  const adapter = Object.defineProperty(sqlite.createAdapter(), 'supportsTransactionalDdl', { value: true });
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => sqlite.createDriver(),
      createIntrospector: (db) => sqlite.createIntrospector(db),
      createQueryCompiler: () => sqlite.createQueryCompiler(),
    },
  });
}
