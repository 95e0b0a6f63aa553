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
  /** Called at most one time, with a sentence, when another feed has worked meanwhile, or should work: this one must end. */
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

/** Without a broker that a spare feed has. Both may lose it at once, and one of them notices that some seconds before the other. */
const CUT_OFF_MS = 5_000;
const CUT_OFF =
  'Another process could make the prices, and reaches the broker of NATS_URL: this one does not, and ends; start it again.';
const LOST = 'Another process makes the prices: this one was stopped for too long, and ends; start it again.';

/** Times are of `stopwatchMs`. */
export type FeedLeaseState =
  | {
      readonly status: 'held';
      /** This process ran then. */
      readonly seenMs: number;
      /** The end of the last pause, if the database has not confirmed since then that this is the feed. */
      readonly doubtMs?: number | undefined;
      /** The start of the beat that the database has not answered yet. */
      readonly beatMs?: number | undefined;
      /** The first of the beats in a row with which a spare feed had the broker and this one had not. */
      readonly cutOffMs?: number | undefined;
    }
  | { readonly status: 'lost' };

export type FeedLeaseEvent =
  | { readonly type: 'seen' | 'due' | 'failed' }
  /** The database's answer to a beat. */
  | { readonly type: 'answered'; readonly isNewest: boolean; readonly isCutOff: boolean };

export type FeedLeaseEffect =
  | { readonly type: 'beat' }
  | { readonly type: 'lose'; readonly sentence: string };

/** Pure: the same state, event and time give the same step. */
export function step(
  state: FeedLeaseState,
  event: FeedLeaseEvent,
  nowMs: number,
): { readonly state: FeedLeaseState; readonly effect?: FeedLeaseEffect } {
  if (state.status === 'lost') return { state };
  switch (event.type) {
    case 'seen':
    case 'due': {
      const doubtMs = nowMs - state.seenMs > LONGEST_PAUSE_MS ? nowMs : state.doubtMs;
      const seen = { ...state, seenMs: nowMs, doubtMs };
      if (event.type === 'seen' || state.beatMs !== undefined) return { state: seen };
      return { state: { ...seen, beatMs: nowMs }, effect: { type: 'beat' } };
    }
    case 'failed':
      return { state: { ...state, beatMs: undefined } };
    case 'answered': {
      const { seenMs, beatMs = seenMs, doubtMs } = state;
      if (!event.isNewest) return lose(LOST);
      const cutOffMs = event.isCutOff ? (state.cutOffMs ?? seenMs) : undefined;
      if (cutOffMs !== undefined && seenMs - cutOffMs > CUT_OFF_MS) return lose(CUT_OFF);
      // A pause after the start of the beat: another feed may have taken over since the database answered.
      const isOutdated = doubtMs !== undefined && doubtMs > beatMs;
      return { state: { status: 'held', seenMs, doubtMs: isOutdated ? doubtMs : undefined, cutOffMs } };
    }
  }
}

const lose = (sentence: string) =>
  ({ state: { status: 'lost' }, effect: { type: 'lose', sentence } }) as const;

/** Prices are fenced by their epoch: readers drop those of an earlier one. The lease says when another one is needed. */
export function createFeedLease({ store, clock, isConnected, report, onLost }: FeedLeaseDeps): FeedLease {
  let state: FeedLeaseState = { status: 'held', seenMs: stopwatchMs() };
  let stopTimer = (): void => undefined;

  const dispatch = (event: FeedLeaseEvent): FeedLeaseEffect | undefined => {
    const next = step(state, event, stopwatchMs());
    state = next.state;
    if (next.effect?.type === 'lose') onLost(next.effect.sentence);
    return next.effect;
  };
  const beat = async (epoch: number): Promise<void> => {
    if (dispatch({ type: 'due' })?.type !== 'beat') return;
    try {
      const answer = await store.write(async (transaction) => {
        await beatAsFeed(transaction);
        return {
          isNewest: (await newestEpoch(transaction)) === epoch,
          isCutOff: !isConnected() && (await arePricesOffered(transaction)),
        };
      });
      dispatch({ type: 'answered', ...answer });
    } catch (error) {
      dispatch({ type: 'failed' });
      // The store itself reports that the database is out of reach.
      if (!(error instanceof UnavailableError)) report(error);
    }
  };

  return {
    async start() {
      const epoch = await store.write((transaction) =>
        takeEpoch(transaction, Math.floor(clock.now() / 1_000)),
      );
      state = { status: 'held', seenMs: stopwatchMs() };
      await beat(epoch);
      stopTimer = clock.every(FEED_LEASE_MS / BEATS, () => void beat(epoch));
      return epoch;
    },
    isSure() {
      dispatch({ type: 'seen' });
      return state.status === 'held' && state.doubtMs === undefined;
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
