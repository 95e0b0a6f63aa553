import { sql } from 'kysely';
import { type Clock, stopwatchMs } from '../clock.ts';
import { UnavailableError } from '../store/errors.ts';
import { arePricesOffered, beatAsFeed, FEED_LEASE_MS } from '../store/postgres/lock.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

interface FeedLeaseDeps {
  /** Of the feed: its writing session holds the lock of who makes prices. */
  readonly store: Pick<Store, 'write'>;
  readonly clock: Clock;
  /** Whether it has the broker. */
  readonly isConnected: () => boolean;
  readonly report: (error: unknown) => void;
  /** Called once, with a sentence, when another feed has worked meanwhile, or should work: this one must end. */
  readonly onLost: (sentence: string) => void;
}

/** The right to make the prices. */
export interface FeedLease {
  /** From now on others take over if this process stands still. @returns the epoch, higher than all before */
  start(): Promise<number>;
  /**
   * False after the process has stood still for so long that another one may have taken over, until the database says that none
   * has. While the database is away it stays as it was: prices go on without it.
   */
  isSure(): boolean;
  stop(): void;
}

/** Beats in a lease. */
const BEATS = 5;
/** The last beat may be a while ago when the process is stopped. */
const LONGEST_PAUSE_MS = FEED_LEASE_MS / 2;

/** Without a broker that a spare one has. Both may lose it at once, and one of them sees that some seconds before the other. */
const CUT_OFF_MS = 5_000;
const CUT_OFF =
  'Another process could make the prices, and reaches the broker of NATS_URL: this one does not, and ends; start it again.';
const LOST = 'Another process makes the prices: this one was stopped for too long, and ends; start it again.';

/** Prices are fenced by their epoch: readers drop those of an earlier one. The lease says when another one is needed. */
export function createFeedLease({ store, clock, isConnected, report, onLost }: FeedLeaseDeps): FeedLease {
  let epoch: number | undefined;
  let isLost = false;
  let seenMs = stopwatchMs();
  /** The pauses so far, and those after which the database has said that this is the feed. */
  let [pauses, confirmed] = [0, 0];
  let cutOffMs: number | undefined;
  let isBeating = false;
  let stopTimer = (): void => undefined;

  const look = (): void => {
    const nowMs = stopwatchMs();
    if (nowMs - seenMs > LONGEST_PAUSE_MS) pauses++;
    seenMs = nowMs;
  };
  const lose = (sentence: string): void => {
    if (isLost) return;
    isLost = true;
    onLost(sentence);
  };
  const beat = async (): Promise<void> => {
    look();
    if (isBeating || isLost) return;
    isBeating = true;
    const before = pauses;
    try {
      const { newest, isCutOff } = await store.write(async (transaction) => {
        await beatAsFeed(transaction);
        return {
          newest: await newestEpoch(transaction),
          isCutOff: !isConnected() && (await arePricesOffered(transaction)),
        };
      });
      if (newest !== epoch) return lose(LOST);
      confirmed = before;
      cutOffMs = isCutOff ? (cutOffMs ?? seenMs) : undefined;
      if (cutOffMs !== undefined && seenMs - cutOffMs > CUT_OFF_MS) lose(CUT_OFF);
    } catch (error) {
      // The store itself tells that the database is out of reach.
      if (!(error instanceof UnavailableError)) report(error);
    } finally {
      isBeating = false;
    }
  };

  return {
    async start() {
      epoch = await store.write((transaction) => takeEpoch(transaction, Math.floor(clock.now() / 1_000)));
      seenMs = stopwatchMs();
      await beat();
      stopTimer = clock.every(FEED_LEASE_MS / BEATS, () => void beat());
      return epoch;
    },
    isSure() {
      look();
      return !isLost && confirmed === pauses;
    },
    stop: () => stopTimer(),
  };
}

const EPOCH = 'feed';

/** @param least in seconds of the clock: earlier versions named epochs by them */
async function takeEpoch(db: Db, least: number): Promise<number> {
  const row = await db
    .insertInto('sequences')
    .values({ name: EPOCH, next: least + 1 })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ next: sql<number>`greatest(sequences.next, ${least}::bigint) + 1` }),
    )
    .returning('next')
    .executeTakeFirstOrThrow();
  return row.next - 1;
}

async function newestEpoch(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('sequences').select('next').where('name', '=', EPOCH).executeTakeFirst();
  return row && row.next - 1;
}
