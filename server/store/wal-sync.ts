import { fdatasyncSync, fstatSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { sql } from 'kysely';
import { stopwatchMs } from '../clock.ts';
import { createDiskSpeed } from './disk-speed.ts';
import type { Db } from './schema.ts';

/**
 * Log size in pages (4 KiB each) that triggers a checkpoint. A checkpoint takes two syncs on this thread, so
 * it should be rare. After a crash, a start reads a log of this size in about 50 ms.
 */
const LOG_PAGES = 8_000;
const PAGE_BYTES = 4_096;

/**
 * Moves long waits for the disk off this thread: SQLite's own commit would block every reply and price for as
 * long as the disk takes. Commits write to the log without waiting, and `sync` flushes the log: on another
 * thread, unless the disk is faster than handing over to that thread. Nothing is acknowledged before `sync`,
 * so acknowledged writes are as durable as with `synchronous = FULL`. A read may see a commit that a power
 * cut then loses; but nothing based on it is acknowledged earlier either, since the log keeps its order.
 */
export async function syncInBackground(
  writer: Db,
  path: string,
): Promise<{ sync(): Promise<void>; bytes(): number; close(): Promise<void> }> {
  await sql`PRAGMA synchronous = NORMAL`.execute(writer);
  await sql`PRAGMA wal_autocheckpoint = ${sql.lit(LOG_PAGES)}`.execute(writer);
  // A reader that stays keeps the log from starting anew, so it grows. Then it shrinks to this size.
  await sql`PRAGMA journal_size_limit = ${sql.lit(LOG_PAGES * PAGE_BYTES)}`.execute(writer);
  // SQLite locks other files, so closing this one releases none of its locks.
  const log = await open(`${path}-wal`, 'r+');
  const disk = createDiskSpeed();
  return {
    async sync() {
      if (!disk.isBrief()) return log.datasync();
      const fromMs = stopwatchMs();
      fdatasyncSync(log.fd);
      disk.took(stopwatchMs() - fromMs);
    },
    bytes: () => fstatSync(log.fd).size,
    close: () => log.close(),
  };
}
