import { DatabaseSync, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type SqliteDatabase,
  SqliteDialect,
} from 'kysely';
import type { Db, Schema } from './schema.ts';
import { storable } from './storable.ts';

/** @param path or a URI */
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
