import type { Clock } from '../clock.ts';
import type { Store } from './store.ts';

const EVERY_MS = 5_000;
/** Four times what it has while nobody reads for long. */
const LARGE_BYTES = 128 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

/**
 * Says when the embedded database's log has grown large, and when it is small again: a program that reads the database for
 * long keeps the log from starting anew.
 * @returns stop
 */
export function watchLog(
  store: Pick<Store, 'logBytes'>,
  clock: Clock,
  warn: (sentence: string) => void,
): () => void {
  let isLarge = false;
  return clock.every(EVERY_MS, () => {
    const bytes = store.logBytes();
    if (isLarge === bytes >= LARGE_BYTES) return;
    isLarge = !isLarge;
    const size = `${Math.round(bytes / MEGABYTE)} MB`;
    warn(
      isLarge
        ? `The database's log has grown to ${size}: a program reads pipstream.db in one long transaction. End it, and the log shrinks.`
        : `The database's log has shrunk to ${size}.`,
    );
  });
}
