import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type SqliteDatabase,
  SqliteDialect,
  sql,
} from 'kysely';
import { createCopies, examineInThread } from './copies/copies.ts';
import { damageOf, howToRestore, isCheckedAtOnce, isDamage } from './damage.ts';
import type { Database } from './database.ts';
import { StoreError } from './errors.ts';
import { migrate } from './migrations.ts';
import { createClosed } from './owner-only.ts';
import type { Db, Schema } from './schema.ts';
import { storable } from './storable.ts';
import { syncInBackground } from './wal-sync.ts';

/** The database in a data folder. */
export const databaseIn = (dataDir: string): string => join(dataDir, 'pipstream.db');

/**
 * Opens the database in a data folder that this process has locked.
 * @throws StoreError with a sentence for the operator: the database is damaged or of a later version
 */
export async function openEmbedded(dataDir: string): Promise<Database> {
  const path = databaseIn(dataDir);
  try {
    createClosed(path);
    const isChecked = isCheckedAtOnce(path);
    const damage = isChecked ? damageOf(path) : undefined;
    if (damage !== undefined) throw new StoreError(howToRestore(path, damage));
    const writer = connectSqlite(path, false);
    try {
      await migrate(writer);
    } catch (error) {
      await writer.destroy();
      throw error;
    }
    const reader = connectSqlite(path, true);
    // A lock of another process must not stop this thread, and so every client, for longer.
    for (const db of [reader, writer])
      await sql`PRAGMA busy_timeout = ${sql.lit(BUSY_TIMEOUT_MS)}`.execute(db);
    const log = await syncInBackground(writer, path);
    return {
      reader,
      auditor: reader,
      writer,
      sync: log.sync,
      isReachable: () => true,
      copies: createCopies(path),
      examine: () => examineInThread(path, !isChecked),
      async close() {
        await log.close();
        await reader.destroy();
        await writer.destroy();
      },
    };
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    if (isDamage(error)) throw new StoreError(howToRestore(path, reason), { cause: error });
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
      createDriver: () => (readOnly ? sqlite.createDriver() : beginsWithLock(sqlite.createDriver())),
      createIntrospector: (db) => sqlite.createIntrospector(db),
      createQueryCompiler: () => sqlite.createQueryCompiler(),
    },
  });
}

/** Takes the write lock at the start: a lock of another process then fails a whole batch once. */
const beginsWithLock = (driver: Driver): Driver =>
  Object.assign(driver, {
    beginTransaction: async (connection: DatabaseConnection) =>
      void (await connection.executeQuery(CompiledQuery.raw('begin immediate'))),
  });

/** This program has few distinct statements; the bound only stops a leak. */
const MAX_PREPARED = 256;
const OPEN_TIMEOUT_MS = 5_000;
const BUSY_TIMEOUT_MS = 100;

/** Opens a connection whose commits are on the disk when they return. */
function openSqlite(path: string, readOnly: boolean): SqliteDatabase {
  const database = new DatabaseSync(path, { readOnly, timeout: OPEN_TIMEOUT_MS });
  if (!readOnly) database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  database.exec('PRAGMA foreign_keys = ON');
  return adapt(database);
}

/** Adapts Node's SQLite to kysely's dialect; caches prepared statements. */
function adapt(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, ReturnType<typeof statement>>();
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = prepared.get(sql);
      if (known) return known;
      const made = statement(database.prepare(sql));
      if (prepared.size >= MAX_PREPARED) prepared.clear();
      prepared.set(sql, made);
      return made;
    },
  };
}

function statement(prepared: StatementSync) {
  return {
    reader: prepared.columns().length > 0,
    all: (parameters: readonly unknown[]) => prepared.all(...parameters.map(storable)),
    run: (parameters: readonly unknown[]) => prepared.run(...parameters.map(storable)),
    iterate: (parameters: readonly unknown[]) => prepared.iterate(...parameters.map(storable)),
  };
}
