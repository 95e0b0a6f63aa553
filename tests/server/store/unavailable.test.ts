import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Clock } from '../../../server/clock.ts';
import { clockReadings } from '../../../server/clock-readings.ts';
import { isRefusedByDatabase, UnavailableError } from '../../../server/store/errors.ts';
import { migrate } from '../../../server/store/migrations.ts';
import { takeNumbers } from '../../../server/store/numbers.ts';
import { connectSqlite } from '../../../server/store/sqlite.ts';
import { openStore, type Store } from '../../../server/store/store.ts';
import { createWriteQueue } from '../../../server/store/write-queue.ts';
import { dataFolder } from '../../helpers/data-folder.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';
import { nothingHappensFor } from '../../helpers/nothing-happens.ts';
import { postgresMissing, usePostgres } from '../../helpers/postgres.ts';
import { settingsOf } from '../../helpers/postgres-server.ts';
import { openTestStore } from '../../helpers/stores.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const STALL_MS = 4_000;
const take = (store: Pick<Store, 'write'>) => store.write((transaction) => takeNumbers(transaction, 'a', 1));

describe('a disk that does not answer', () => {
  async function scene() {
    const db = connectSqlite(join(temporaryFolder(), 'test.db'), false);
    onTestFinished(() => db.destroy());
    await migrate(db);
    const clock = createManualClock(0);
    const syncs: (() => void)[] = [];
    const sync = () => new Promise<void>((resolve) => void syncs.push(resolve));
    return {
      queue: createWriteQueue({ db, abortsOnError: false, sync, clock, stallMs: STALL_MS }),
      clock,
      syncs,
    };
  }

  it('lets a write that waits for its turn end as not carried out, and never carries it out', async () => {
    const { queue, clock, syncs } = await scene();
    const first = take(queue);
    await vi.waitFor(() => expect(syncs).toHaveLength(1));
    const second = take(queue);
    const outcome = expect(second).rejects.toThrow(UnavailableError);
    clock.advance(STALL_MS);
    await outcome;
    expect(queue.isStalled()).toBe(true);
    await expect(take(queue)).rejects.toThrow(UnavailableError);
    syncs[0]?.();
    expect(await first).toBe(1);
    const third = take(queue);
    await vi.waitFor(() => expect(syncs).toHaveLength(2));
    syncs[1]?.();
    expect(await third).toBe(2);
  });

  it('leaves a write that was handed to it undecided until it answers', async () => {
    const { queue, clock, syncs } = await scene();
    let isSettled = false;
    const first = take(queue).finally(() => {
      isSettled = true;
    });
    await vi.waitFor(() => expect(syncs).toHaveLength(1));
    clock.advance(10 * STALL_MS);
    await Promise.resolve();
    expect(isSettled).toBe(false);
    syncs[0]?.();
    expect(await first).toBe(1);
  });
});

describe('what was committed', () => {
  it('is flushed again before it is acknowledged, if its flush failed', async () => {
    const db = connectSqlite(join(temporaryFolder(), 'test.db'), false);
    onTestFinished(() => db.destroy());
    await migrate(db);
    let flushes = 0;
    let isBroken = false;
    const sync = async () => {
      flushes++;
      if (isBroken) throw new Error('EIO: i/o error, fdatasync');
    };
    const clock = createManualClock(0);
    const queue = createWriteQueue({ db, abortsOnError: false, sync, clock, stallMs: STALL_MS });
    await take(queue);
    await queue.flushed();
    expect(flushes).toBe(1);
    isBroken = true;
    await expect(take(queue)).rejects.toThrow('EIO');
    await expect(queue.flushed()).rejects.toThrow('EIO');
    isBroken = false;
    await queue.flushed();
    expect(flushes).toBe(4);
    await queue.flushed();
    expect(flushes).toBe(4);
  });
});

it.each([
  ['a full disk, of SQLite', { errcode: 13 }, true],
  ['a lock, of SQLite', { errcode: 5 }, true],
  ['a damaged file, of SQLite', { errcode: 11 }, false],
  ['a full disk, of PostgreSQL', { severity: 'ERROR', code: '53100' }, true],
  ['a full disk under its log, which ends PostgreSQL', { severity: 'PANIC', code: '53100' }, false],
  ['a broken rule', { severity: 'ERROR', code: '23505' }, false],
  ['a lost connection', {}, false],
])('%s: whether it is certain that nothing is stored', (_, facts, isCertain) => {
  expect(isRefusedByDatabase(Object.assign(new Error('failed'), facts))).toBe(isCertain);
});

describe('a commit without an answer', () => {
  it('leaves the outcome open: it may be stored', async () => {
    const db = connectSqlite(join(temporaryFolder(), 'test.db'), false);
    onTestFinished(() => db.destroy());
    await migrate(db);
    const start = db.startTransaction.bind(db);
    vi.spyOn(db, 'startTransaction').mockImplementation(() => {
      const builder = start();
      const execute = builder.execute.bind(builder);
      return Object.assign(builder, {
        async execute() {
          const transaction = await execute();
          const commit = transaction.commit.bind(transaction);
          const unanswered = async () => {
            await commit().execute();
            throw new Error('Connection terminated');
          };
          return Object.assign(transaction, { commit: () => ({ execute: unanswered }) });
        },
      });
    });
    const queue = createWriteQueue({
      db,
      abortsOnError: false,
      clock: createManualClock(0),
      stallMs: STALL_MS,
    });
    const error: unknown = await take(queue).catch((thrown: unknown) => thrown);
    expect(error).toEqual(new Error('Connection terminated'));
    expect(error).not.toBeInstanceOf(UnavailableError);
    expect(await db.selectFrom('sequences').selectAll().where('name', '=', 'a').execute()).toHaveLength(1);
  });
});

describe('an embedded database that another process locks', () => {
  it('refuses writes soon as not carried out, answers reads, and writes when it is free', async () => {
    const dataDir = dataFolder();
    const store = await openTestStore({ dataDir });
    const other = new DatabaseSync(join(dataDir, 'pipstream.db'));
    other.exec('BEGIN IMMEDIATE');
    const from = performance.now();
    await Promise.all(
      Array.from({ length: 20 }, () => expect(take(store)).rejects.toThrow(UnavailableError)),
    );
    expect(performance.now() - from).toBeLessThan(2_000);
    expect(await store.read.selectFrom('sequences').selectAll().where('name', '=', 'a').execute()).toEqual(
      [],
    );
    other.exec('ROLLBACK');
    other.close();
    expect(await take(store)).toBe(1);
  });
});

describe.skipIf(postgresMissing)('a PostgreSQL whose sessions hang', () => {
  const postgres = usePostgres();

  /** Time passes ten times as fast. */
  const quickClock = (): Clock => {
    const from = Date.now();
    const now = () => from + (Date.now() - from) * 10;
    return {
      ...clockReadings({ wall: now, steady: now }),
      after(delayMs, run) {
        const timer = setTimeout(run, delayMs / 10);
        return () => clearTimeout(timer);
      },
      every(intervalMs, run) {
        const timer = setInterval(run, intervalMs / 10);
        return () => clearInterval(timer);
      },
    };
  };

  it('refuses what was not committed, keeps trying, and goes on when they go on', async () => {
    const address = await postgres.database();
    const lost: string[] = [];
    const store = await openStore({
      dataDir: dataFolder(),
      database: settingsOf(address),
      patience: { giveUpMs: 600_000, answerMs: STALL_MS },
      clock: quickClock(),
      report: () => undefined,
      onLost: (sentence) => lost.push(sentence),
    });
    expect(await take(store)).toBe(1);
    const sessions = await postgres.query(
      address,
      `select pid from pg_stat_activity
        where datname = current_database() and application_name like 'pipstream process %'`,
    );
    const signal = (name: NodeJS.Signals) => {
      for (const { pid } of sessions) {
        try {
          process.kill(Number(pid), name);
        } catch {
          // The server has ended it.
        }
      }
    };
    signal('SIGSTOP');
    onTestFinished(async () => {
      signal('SIGCONT');
      await store.close();
    });
    await expect(take(store)).rejects.toThrow(UnavailableError);
    expect(store.isReachable()).toBe(false);
    // Longer than a new session waits for the lock, which the stopped one still holds.
    await nothingHappensFor(500);
    expect(lost).toEqual([]);
    signal('SIGCONT');
    await vi.waitFor(() => expect(store.isReachable()).toBe(true), 30_000);
    expect(await take(store)).toBe(2);
  });
});
