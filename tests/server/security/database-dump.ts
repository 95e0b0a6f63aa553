import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Tables that change without a request: prices, counts of guesses, events of the second before and their letters. */
const BESIDES = new Set(['candle_chunks', 'guesses', 'owner_letters', 'security_events']);

/** A hash of each table's contents: equal dumps are equal databases. */
export function dumpOf(dataDir: string): Readonly<Record<string, string>> {
  const database = new DatabaseSync(join(dataDir, 'pipstream.db'), { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    const names = tables.map(({ name }) => String(name)).filter((name) => !BESIDES.has(name));
    return Object.fromEntries(names.map((name) => [name, hashOf(database, name)]));
  } finally {
    database.close();
  }
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
