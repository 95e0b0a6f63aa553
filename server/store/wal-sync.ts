import { fdatasyncSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { sql } from 'kysely';
import { stopwatchMs } from '../clock.ts';
import { createDiskSpeed } from './disk-speed.ts';
import type { Db } from './schema.ts';

/**
 * Pages of the log (4 KiB each) that are gathered before they go into the database: that takes two syncs on this thread,
 * so it should be rare. A log of this size is read in some 50 ms when the process starts after a crash.
 */
const LOG_PAGES = 8_000;

/**
 * Takes a long wait for the disk off this thread: SQLite's own commit would hold up every answer and every price for as
 * long as the disk takes. From here on a commit writes to the log without waiting, and `sync` has the log put on the disk:
 * by another thread, unless the disk takes less time than that thread would need to begin. As nothing is acknowledged
 * before it, what is acknowledged is as safe as with `synchronous = FULL`; only a read may see what a power cut then takes
 * back, and nothing that is built on such a read is acknowledged before it either, since the log is in order.
 */
export async function syncBesides(
  writer: Db,
  path: string,
): Promise<{ sync(): Promise<void>; close(): Promise<void> }> {
  await sql`PRAGMA synchronous = NORMAL`.execute(writer);
  await sql`PRAGMA wal_autocheckpoint = ${sql.lit(LOG_PAGES)}`.execute(writer);
  // SQLite's locks are on other files: closing this one lets go of none of them.
  const log = await open(`${path}-wal`, 'r+');
  const disk = createDiskSpeed();
  return {
    async sync() {
      if (!disk.isBrief()) return log.datasync();
      const fromMs = stopwatchMs();
      fdatasyncSync(log.fd);
      disk.took(stopwatchMs() - fromMs);
    },
    close: () => log.close(),
  };
}
