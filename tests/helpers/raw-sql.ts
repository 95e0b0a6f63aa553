import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'pg';
import { settingsOf } from './postgres-server.ts';
import type { StorePlace } from './stores.ts';

/** Runs a statement directly in the database, past the program. */
export async function runSql({ dataDir, address }: StorePlace, sql: string): Promise<void> {
  if (address === undefined) {
    const database = new DatabaseSync(join(dataDir, 'pipstream.db'), { timeout: 30_000 });
    database.exec(sql);
    database.close();
    return;
  }
  const pool = new Pool({ ...settingsOf(address).server, max: 1 });
  try {
    await pool.query(sql);
  } finally {
    await pool.end();
  }
}
