import type { Clock } from '../clock.ts';
import type { Store } from '../store/store.ts';
import { type FileRecord, fileRepository } from './file-repository.ts';
import { type FileStore, nameOf, SHELVES } from './file-store.ts';

/** After the start, which keeps the server busy; then a few times a day. */
const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 6 * 3_600_000;

interface Sweeper {
  sweep(): Promise<void>;
  stop(): Promise<void>;
}

/** Sweeps periodically, one sweep at a time. */
export function createSweeper(deps: SweepDeps & { readonly report: (error: unknown) => void }): Sweeper {
  let running: Promise<void> | undefined;
  let stopped = false;
  const run = async () => {
    const missing = await sweepFiles(deps, () => stopped);
    if (missing > 0) deps.report(new Error(`${missing} pictures that are in use are missing`));
  };
  const sweep = (): Promise<void> => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
  const inBackground = () => void sweep().catch(deps.report);
  const timers = [deps.clock.after(FIRST_AFTER_MS, inBackground), deps.clock.every(EVERY_MS, inBackground)];
  return {
    sweep,
    async stop() {
      stopped = true;
      for (const cancel of timers) cancel();
      // Its caller has received the error.
      await running?.catch(() => undefined);
    },
  };
}

interface SweepDeps {
  readonly store: Store;
  readonly fileStore: FileStore;
  readonly clock: Clock;
}

const DAY_MS = 86_400_000;
/** A form that was left open overnight can still be sent. */
const UNCLAIMED_KEPT_MS = 2 * DAY_MS;

/**
 * Removes unclaimed pictures, files without a row and rows without a file. A claimed picture is never removed: a folder
 * that is unmounted for a while must not cost its records.
 * @param isStopped checked between two shelves
 * @returns number of claimed pictures whose file is missing
 */
async function sweepFiles(deps: SweepDeps, isStopped: () => boolean): Promise<number> {
  let missing = 0;
  for (const shelf of SHELVES) {
    if (isStopped()) break;
    missing += await sweepShelf(deps, shelf);
  }
  return missing;
}

async function sweepShelf({ store, fileStore, clock }: SweepDeps, shelf: string): Promise<number> {
  const now = clock.surely(UNCLAIMED_KEPT_MS);
  const files = await fileStore.list(shelf);
  const records = await fileRepository(store.read).onShelf(shelf);
  const known = new Set(records.map(nameOf));
  for (const { name, changedAt } of files) {
    // A row is written after its file: a young file without a row may still get one.
    if (!known.has(name) && changedAt < now - DAY_MS) await fileStore.remove(name);
  }
  const there = new Set(files.map(({ name }) => name));
  const isLost = (record: FileRecord) => !there.has(nameOf(record)) && record.createdAt < now - DAY_MS;
  const leftOver = records.filter(
    (record) => !record.isClaimed && (isLost(record) || record.createdAt < now - UNCLAIMED_KEPT_MS),
  );
  for (const record of leftOver) {
    // It may have been claimed since it was read.
    const gone = await store.write((transaction) => fileRepository(transaction).removeUnclaimed(record.id));
    if (gone) await fileStore.remove(nameOf(record));
  }
  return records.filter((record) => record.isClaimed && isLost(record)).length;
}
