import { randomBytes } from 'node:crypto';
import { appendFileSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { migrate } from '../../server/store/migrations.ts';
import { takeNumbers } from '../../server/store/numbers.ts';
import { connectSqlite } from '../../server/store/sqlite.ts';
import { syncInBackground } from '../../server/store/wal-sync.ts';
import { createWriteQueue } from '../../server/store/write-queue.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** A write queue whose disk the test controls. */
async function scene() {
  const path = join(temporaryFolder(), 'test.db');
  const db = connectSqlite(path, false);
  onTestFinished(() => db.destroy());
  await migrate(db);
  const syncs: { readonly done: () => void; readonly failed: (error: Error) => void }[] = [];
  const sync = () =>
    new Promise<void>((resolve, reject) => {
      syncs.push({ done: resolve, failed: reject });
    });
  const { write } = createWriteQueue({ db, abortsOnError: false, sync, clock: systemClock, stallMs: 60_000 });
  const told: string[] = [];
  const take = (name: string) => {
    const taking = write((transaction) => takeNumbers(transaction, 'a', 1));
    taking.then(
      (number) => told.push(`${name} ${number}`),
      (error: Error) => told.push(`${name} ${error.message}`),
    );
  };
  /** Runs everything that does not wait for the disk. */
  const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
  return { path, db, syncs, told, take, settle };
}

describe('a write', () => {
  it('is confirmed only once it is on the disk, and writes queued meanwhile are synced together', async () => {
    const { syncs, told, take, settle } = await scene();
    take('first');
    await settle();
    expect([told, syncs.length]).toEqual([[], 1]);
    for (const name of ['second', 'third']) take(name);
    await settle();
    expect([told, syncs.length]).toEqual([[], 1]);
    syncs[0]?.done();
    await settle();
    expect([told, syncs.length]).toEqual([['first 1'], 2]);
    syncs[1]?.done();
    await settle();
    expect(told).toEqual(['first 1', 'second 2', 'third 3']);
  });

  it('fails if the disk does not confirm it, and the next one succeeds', async () => {
    const { syncs, told, take, settle } = await scene();
    take('first');
    await settle();
    syncs[0]?.failed(new Error('the disk is gone'));
    take('second');
    await settle();
    syncs[1]?.done();
    await settle();
    // Whether the first reached the disk is unknown; its number is not used again.
    expect(told).toEqual(['first the disk is gone', 'second 2']);
  });
});

describe('the embedded database', () => {
  it('commits without waiting for the disk, and its log is synced', async () => {
    const { path, db } = await scene();
    const log = await syncInBackground(db, path);
    onTestFinished(() => log.close());
    const { rows } = await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(db);
    // 1 is NORMAL: the log is synced before pages move into the database, but not at each commit.
    expect(rows).toEqual([{ synchronous: 1 }]);
    await takeNumbers(db, 'a', 1);
    await expect(log.sync()).resolves.toBeUndefined();
    const mode = await sql<{ journal_mode: string }>`PRAGMA journal_mode`.execute(db);
    expect(mode.rows).toEqual([{ journal_mode: 'wal' }]);
  });

  it('has all confirmed writes after a power cut, even if a later write was torn', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'test.db');
    const db = connectSqlite(path, false);
    onTestFinished(() => db.destroy());
    await migrate(db);
    const log = await syncInBackground(db, path);
    onTestFinished(() => log.close());
    let told = 0;
    const disks: { readonly copy: string; told: number }[] = [];
    // A power cut leaves the disk as it was at a sync, with a torn part after it.
    const sync = async () => {
      await log.sync();
      const copy = join(folder, `disk-${disks.length}.db`);
      copyFileSync(path, copy);
      copyFileSync(`${path}-wal`, `${copy}-wal`);
      appendFileSync(`${copy}-wal`, randomBytes(1 + disks.length * 97));
      disks.push({ copy, told });
    };
    const { write } = createWriteQueue({
      db,
      abortsOnError: false,
      sync,
      clock: systemClock,
      stallMs: 60_000,
    });
    for (let i = 0; i < 25; i++) {
      const taken = Array.from({ length: 1 + (i % 4) }, () =>
        write((transaction) => takeNumbers(transaction, 'a', 1)),
      );
      told = Math.max(...(await Promise.all(taken)));
      const last = disks.at(-1);
      if (last) last.told = told;
    }
    expect(disks).toHaveLength(25);
    for (const disk of disks) {
      const found = connectSqlite(disk.copy, false);
      expect(await takeNumbers(found, 'a', 1)).toBe(disk.told + 1);
      await found.destroy();
    }
  });
});
