import type { Clock } from '../clock.ts';
import { UnavailableError } from '../store/errors.ts';
import { sessionsWithoutSeals } from '../store/postgres/lock.ts';
import type { Db } from '../store/schema.ts';

interface OlderDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** Receives a sentence when the first one comes and when the last one has gone. */
  readonly say: (sentence: string) => void;
  readonly report: (error: unknown) => void;
  /** Default: of the database. */
  readonly read?: (db: Db) => Promise<readonly number[]>;
}

export interface Older {
  isPresent(): boolean;
  stop(): void;
}

const EVERY_MS = 1_000;
/** A session that is ending is gone by then. */
const AGAIN_MS = 200;

const PRESENT =
  'A process of a version before seals works on this database. While it does, commands and events on the broker are believed without a seal, operator steps are not: replace it soon.';
const GONE = 'No process of a version before seals is left: from now on nothing is believed without a seal.';

/**
 * Watches whether a process of a version without seals works beside this one. Only the database is asked: on the broker
 * anybody could say so. Resolves when that is known.
 */
export async function watchOlder({
  db,
  clock,
  say,
  report,
  read = sessionsWithoutSeals,
}: OlderDeps): Promise<Older> {
  let isPresent = false;
  let last: readonly number[] = [];
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      const seen = await read(db);
      const isNow = seen.some((pid) => last.includes(pid));
      last = seen;
      if (isNow !== isPresent) say(isNow ? PRESENT : GONE);
      isPresent = isNow;
    } catch (error) {
      // The store itself reports that the database is out of reach.
      if (!(error instanceof UnavailableError)) report(error);
    } finally {
      isLooking = false;
    }
  };
  await look();
  if (last.length > 0) {
    await new Promise<void>((resolve) => clock.after(AGAIN_MS, resolve));
    await look();
  }
  return { isPresent: () => isPresent, stop: clock.every(EVERY_MS, () => void look()) };
}
