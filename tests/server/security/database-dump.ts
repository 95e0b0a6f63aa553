import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Tables that change without a request: prices, counts of guesses, events of the second before and their letters. */
const BESIDES = new Set(['candle_chunks', 'guesses', 'owner_letters', 'security_events']);

type Dump = Readonly<Record<string, string>>;

/**
 * Dumps of a database: a hash of each table's contents. Equal dumps are equal databases. Of one that nobody has written to since
 * the last dump it is the same again.
 */
export function openDumps(dataDir: string): { dump(): Dump; close(): void } {
  const database = new DatabaseSync(join(dataDir, 'pipstream.db'), { readOnly: true });
  let last: { readonly version: unknown; readonly dump: Dump } | undefined;
  return {
    dump() {
      // Changes with each commit of another connection.
      const version = database.prepare('PRAGMA data_version').get()?.['data_version'];
      if (last === undefined || last.version !== version) last = { version, dump: dumpOf(database) };
      return last.dump;
    },
    close: () => database.close(),
  };
}

function dumpOf(database: DatabaseSync): Dump {
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  const names = tables.map(({ name }) => String(name)).filter((name) => !BESIDES.has(name));
  return Object.fromEntries(names.map((name) => [name, hashOf(database, name)]));
}

function hashOf(database: DatabaseSync, table: string): string {
  const rows = database.prepare(`SELECT * FROM "${table}"`).all();
  // SQLite's own table of counters names the tables.
  const texts = rows
    .filter(({ name }) => !BESIDES.has(String(name)))
    // A request of a session says, each few minutes, that it was seen.
    .map(({ seen_at, expires_at, ...row }) =>
      JSON.stringify(table === 'sessions' ? row : { ...row, seen_at, expires_at }),
    );
  texts.sort();
  return `${texts.length} rows, ${createHash('sha256').update(texts.join('\n')).digest('hex')}`;
}
