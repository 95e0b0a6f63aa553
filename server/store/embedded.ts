import { statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createCopies, examineInThread } from './copies/copies.ts';
import { examineLive } from './copies/work.ts';
import { damageOf, howToRestore, isCheckedAtOnce, isDamage } from './damage.ts';
import type { Database } from './database.ts';
import { StoreError } from './errors.ts';
import { migrate } from './migrations.ts';
import { createClosed } from './owner-only.ts';
import { connectSqlite } from './sqlite.ts';
import { syncInBackground } from './wal-sync.ts';

const BUSY_TIMEOUT_MS = 100;
/** A smaller database is examined within half a second, sooner than a thread for it is of use. */
const IN_THREAD_BYTES = 16_000_000;

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
    const damage = isCheckedAtOnce(path) ? damageOf(path) : undefined;
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
      writer,
      abortsOnError: false,
      sync: log.sync,
      logBytes: log.bytes,
      isReachable: () => true,
      copies: createCopies(path),
      examine({ isDealing, progress, against }) {
        if (isDealing || statSync(path).size > IN_THREAD_BYTES)
          return examineInThread(path, progress, against);
        return { found: examineLive(path, progress, against), stop: () => undefined };
      },
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
