import type { Clock } from '../clock.ts';
import type { Store } from '../store/store.ts';
import type { FileRecord } from './file-repository.ts';
import { fileRepository } from './file-repository.ts';
import { type FileStore, SHELVES } from './file-store.ts';
import { nameOf } from './name.ts';

export interface SweepParts {
  readonly store: Store;
  readonly fileStore: FileStore;
  readonly clock: Clock;
}

const DAY_MS = 86_400_000;
/** A form left open over night still goes through. */
const UNCLAIMED_KEPT_MS = 2 * DAY_MS;

/**
 * Removes pictures that no form, message or record took up, files without a row and rows without a file. What somebody
 * took up is never removed: a folder that is not there for a while must not cost its records.
 * @param isStopped asked between two shelves
 * @returns how many pictures that somebody took up are missing
 */
export async function sweepFiles(parts: SweepParts, isStopped: () => boolean): Promise<number> {
  let missing = 0;
  for (const shelf of SHELVES) {
    if (isStopped()) break;
    missing += await sweepShelf(parts, shelf);
  }
  return missing;
}

async function sweepShelf({ store, fileStore, clock }: SweepParts, shelf: string): Promise<number> {
  const now = clock.now();
  const files = await fileStore.list(shelf);
  const records = await fileRepository(store.read).onShelf(shelf);
  const known = new Set(records.map(nameOf));
  for (const { name, changedAt } of files) {
    // A row comes after its file: a young file without one may be about to have it.
    if (!known.has(name) && changedAt < now - DAY_MS) await fileStore.remove(name);
  }
  const there = new Set(files.map(({ name }) => name));
  const isLost = (record: FileRecord) => !there.has(nameOf(record)) && record.createdAt < now - DAY_MS;
  const leftOver = records.filter(
    (record) => !record.isClaimed && (isLost(record) || record.createdAt < now - UNCLAIMED_KEPT_MS),
  );
  for (const record of leftOver) {
    // It may have been taken up since it was read.
    const gone = await store.write((transaction) => fileRepository(transaction).removeUnclaimed(record.id));
    if (gone) await fileStore.remove(nameOf(record));
  }
  return records.filter((record) => record.isClaimed && isLost(record)).length;
}
