import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase } from 'kysely';
import { storable } from './storable.ts';

/** This program has few distinct statements; the bound only stops a leak. */
const MAX_PREPARED = 256;
const BUSY_TIMEOUT_MS = 5_000;

/** Opens a connection whose commits are on the disk when they return. */
export function openSqlite(path: string, readOnly: boolean): SqliteDatabase {
  const database = new DatabaseSync(path, { readOnly, timeout: BUSY_TIMEOUT_MS });
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
