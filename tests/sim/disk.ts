import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { Database } from '../../server/store/database.ts';
import { databaseIn, openEmbedded } from '../../server/store/embedded.ts';
import type { Db } from '../../server/store/schema.ts';
import { type Store, storeOn } from '../../server/store/store.ts';
import type { ManualClock } from '../helpers/manual-clock.ts';

/**
 * `slow`: each flush takes a while. `hung`: no flush ends. `failing`: each flush ends with an error, and nobody knows
 * what is stored. `full`: the database refuses each commit.
 */
export type DiskState = 'fine' | 'slow' | 'hung' | 'failing' | 'full';
/** A power cut takes what was not flushed with it. */
export type CrashKind = 'killed' | 'power cut';

/**
 * A disk for the real embedded database, whose commits and flushes go by the simulation's clock. SQLite itself cannot be
 * given another disk from here, so the faults act between the store and the database: at commit and flush.
 */
export interface Disk {
  state: DiskState;
  openStore(dataDir: string): Promise<Store>;
  /** Ends the process that opened the store. */
  crash(how: CrashKind): Promise<void>;
  /** Whether a flush waits for the clock. */
  isWaiting(): boolean;
  /** Flushes that met each state. */
  readonly met: ReadonlyMap<string, number>;
}

const SLOW_MS = 700;
const POLL_MS = 100;
/** SQLITE_FULL */
const FULL = 13;

export function createDisk(clock: ManualClock): Disk {
  const met = new Map<string, number>();
  let waiting = 0;
  let state: DiskState = 'fine';
  let open: { readonly database: Database; readonly dataDir: string; flushedBytes: number } | undefined;

  const meets = () => void met.set(state, (met.get(state) ?? 0) + 1);
  const pause = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve));

  async function flush(): Promise<void> {
    const flushing = open;
    if (flushing === undefined) throw new Error('the process ended');
    const bytes = logBytes(flushing.dataDir);
    if (state !== 'fine') meets();
    waiting++;
    if (state === 'slow') await pause(SLOW_MS);
    while (state === 'hung' && open === flushing) await pause(POLL_MS);
    waiting--;
    if (state === 'failing') throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
    if (open !== flushing) throw new Error('the process ended');
    flushing.flushedBytes = bytes;
  }

  const refuses = () => {
    if (state !== 'full') return false;
    meets();
    return true;
  };

  return {
    met,
    get state() {
      return state;
    },
    set state(next) {
      state = next;
    },
    isWaiting: () => waiting > 0,
    async openStore(dataDir) {
      const database = await openEmbedded(dataDir);
      open = { database, dataDir, flushedBytes: logBytes(dataDir) };
      const faulty = { ...database, writer: refusingCommits(database.writer, refuses), sync: flush };
      return storeOn(faulty, () => undefined, { dataDir, clock });
    },
    async crash(how) {
      if (open === undefined) return;
      const { database, dataDir, flushedBytes } = open;
      open = undefined;
      const path = databaseIn(dataDir);
      const [pages, log] = [readFileSync(path), readFileSync(`${path}-wal`)];
      // Closing writes the log back into the database, so the files are put back as they were.
      await database.close();
      writeFileSync(path, pages);
      writeFileSync(`${path}-wal`, how === 'killed' ? log : log.subarray(0, flushedBytes));
      rmSync(`${path}-shm`, { force: true });
    },
  };
}

const logBytes = (dataDir: string): number => statSync(`${databaseIn(dataDir)}-wal`).size;

/** The same connection; its transactions end as on a full disk while `refuses` says so. */
function refusingCommits(writer: Db, refuses: () => boolean): Db {
  const start = async () => {
    const transaction = await writer.startTransaction().execute();
    return replacing(transaction, 'commit', () => ({
      async execute() {
        if (refuses()) throw Object.assign(new Error('database or disk is full'), { errcode: FULL });
        await transaction.commit().execute();
      },
    }));
  };
  return replacing(writer, 'startTransaction', () => ({ execute: start }));
}

/** Private fields need the object itself, so every other method stays bound to it. */
function replacing<T extends object>(target: T, method: keyof T, replacement: unknown): T {
  return new Proxy(target, {
    get(_, name) {
      if (name === method) return replacement;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
