import type { ControlledTransaction } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import { type Clock, stopwatchMs } from '../clock.ts';
import { createListeners } from '../listeners.ts';
import { type ChainHeads, type ChainOwner, createChainHeads } from './chain-heads.ts';
import {
  FencedError,
  isCollision,
  isRefusedByDatabase,
  StaleStateError,
  throwUnavailable,
  UnavailableError,
  unavailable,
} from './errors.ts';
import { createHouseSums, type HouseSums } from './house-sums.ts';
import { pipeline, send, together } from './pipeline.ts';
import type { Db, Schema } from './schema.ts';

/** A larger batch would delay its first write too long. */
const MAX_BATCH = 64;

/** Their statements are under way at once, and each has its deadline from then on. */
const MAX_TOGETHER = 16;

/**
 * @param on the account whose rows, besides sums of the house, are all that `work` reads and writes: it may run in between
 * the statements of work on other accounts, and is run again, without a trace of the first time, when one of them fails
 */
export type Write = <T>(work: (transaction: Db) => Promise<T>, on?: AccountId) => Promise<T>;

export interface Fence extends ChainOwner {
  /**
   * Checks in each transaction that this process still holds what it writes about.
   * @param accounts of which the transaction writes rows; undefined: of any that it holds
   * @throws FencedError
   */
  check(transaction: Db, accounts: readonly (AccountId | undefined)[]): Promise<void>;
}

export interface WriteQueueDeps {
  readonly db: Db;
  /** @see Database.abortsOnError */
  readonly abortsOnError: boolean;
  /** Whose chains no other process continues. Default: all. */
  readonly owner?: ChainOwner | undefined;
  readonly fence?: Fence | undefined;
  /** Flushes commits to the disk; absent if a commit does so itself. */
  readonly sync?: (() => Promise<void>) | undefined;
  readonly clock: Clock;
  /** A flush that takes longer is a stall. */
  readonly stallMs: number;
  /** Receives the duration of each flush. */
  readonly onFlush?: ((ms: number) => void) | undefined;
}

export interface WriteQueue {
  readonly write: Write;
  idle(): Promise<void> | undefined;
  /** @see Store.flushed */
  flushed(): Promise<void>;
  /** Number of writes that wait for their turn. */
  waiting(): number;
  /** True while the disk doesn't answer: what it was given is undecided, and nothing else is taken. */
  isStalled(): boolean;
  /** @returns unsubscribe */
  onStalled(listener: () => void): () => void;
}

interface Job {
  readonly on: AccountId | undefined;
  readonly run: (transaction: Db) => Promise<void>;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

interface Outcome {
  readonly job: Job;
  /** The error thrown by the work; undefined on success. */
  readonly failure: { readonly error: unknown } | undefined;
}

/**
 * Runs all writes one after the other, but those on different accounts together where the database is a round trip away.
 * Writes that wait while the disk is busy are committed together; one that throws rolls back only its own changes. A write
 * resolves only after its commit is on the disk. `work` must await nothing but its transaction. A write that the database refuses,
 * or that waits or arrives during a stall, rejects with UnavailableError.
 */
export function createWriteQueue(deps: WriteQueueDeps): WriteQueue {
  const { db, abortsOnError, owner, fence, sync, clock, stallMs, onFlush } = deps;
  const waiting: Job[] = [];
  const heads = createChainHeads(owner);
  const house = createHouseSums();
  const stallListeners = createListeners<[]>();
  let draining: Promise<void> | undefined;
  let isStalled = false;
  /** What was committed last may not be on the disk. */
  let isUnflushed = false;
  const committing = () => {
    const before = isUnflushed;
    isUnflushed = sync !== undefined;
    return () => {
      isUnflushed = before;
    };
  };
  const watchedSync = async () => {
    if (sync === undefined) return;
    const cancel = clock.after(stallMs, () => {
      isStalled = true;
      for (const job of waiting.splice(0)) job.failed(stalled());
      stallListeners.call();
    });
    const fromMs = stopwatchMs();
    try {
      await sync();
      isUnflushed = false;
    } finally {
      onFlush?.(stopwatchMs() - fromMs);
      cancel();
      isStalled = false;
    }
  };
  const drain = async () => {
    while (waiting.length > 0)
      await commitTogether({ db, heads, house, fence, abortsOnError, sync: watchedSync, committing }, () =>
        waiting.splice(0, MAX_BATCH),
      );
    draining = undefined;
  };
  const write: Write = <T>(work: (transaction: Db) => Promise<T>, on?: AccountId): Promise<T> => {
    if (isStalled) return Promise.reject(stalled());
    return new Promise<T>((resolve, reject) => {
      let result: { readonly value: T } | undefined;
      waiting.push({
        on,
        run: async (transaction) => {
          result = { value: await work(transaction) };
        },
        done: () => (result ? resolve(result.value) : reject(new Error('a write ended without a result'))),
        failed: reject,
      });
      draining ??= Promise.resolve().then(drain);
    });
  };
  return {
    write,
    // The log keeps its order, so the flush of a later commit covers every earlier one.
    flushed: async () => (isUnflushed ? write(async () => undefined) : undefined),
    idle: () => draining,
    waiting: () => waiting.length,
    isStalled: () => isStalled,
    onStalled: stallListeners.add,
  };
}

const stalled = () => new UnavailableError('the disk does not answer');

interface Batch {
  readonly db: Db;
  readonly heads: ChainHeads;
  readonly house: HouseSums;
  readonly fence: Fence | undefined;
  readonly abortsOnError: boolean;
  readonly sync: () => Promise<void>;
  /** Called before the commit. @returns to call when the commit was refused */
  readonly committing: () => () => void;
}

/** @param take called once, when the transaction has begun or could not begin: what arrives until then is in time */
async function commitTogether(batch: Batch, take: () => readonly Job[]): Promise<void> {
  let jobs: readonly Job[] | undefined;
  try {
    const transaction = await batch.db.startTransaction().execute().catch(throwUnavailable);
    jobs = take();
    const outcomes = await commit(batch, transaction, jobs);
    await batch.sync();
    for (const { job, failure } of outcomes) {
      if (failure) job.failed(failure.error);
      else job.done();
    }
  } catch (error) {
    batch.heads.forget();
    jobs ??= take();
    // One alone takes its rows in the order in which the others take them.
    if (concernsOne(error) && jobs.length > 1)
      for (const job of jobs) await commitTogether(batch, () => [job]);
    else for (const job of jobs) job.failed(error);
  }
}

/** The others can still be stored. */
const concernsOne = (error: unknown): boolean =>
  isCollision(error) || error instanceof FencedError || error instanceof StaleStateError;

async function commit(
  batch: Batch,
  transaction: ControlledTransaction<Schema>,
  jobs: readonly Job[],
): Promise<readonly Outcome[]> {
  const { heads, house, fence, abortsOnError, committing } = batch;
  let refused: (() => void) | undefined;
  try {
    await pipeline(transaction);
    heads.begin(transaction);
    house.begin(transaction);
    const accounts = jobs.map(({ on }) => on);
    const checked = fence === undefined ? [] : [fence.check(transaction, accounts)];
    const outcomes: Outcome[] = [];
    for (const [i, run] of runsOf(jobs, abortsOnError ? MAX_TOGETHER : 1).entries())
      outcomes.push(...(await runInSavepoint(batch, transaction, run, i === 0 ? checked : undefined)));
    const stored = together([heads.store(transaction), house.store(transaction)]);
    // A commit would store the rest without them.
    if (!abortsOnError) await stored;
    refused = committing();
    await together([stored, transaction.commit().execute()]);
    return outcomes;
  } catch (error) {
    // On a full disk SQLite may already have rolled back; the second rollback then does nothing.
    await transaction
      .rollback()
      .execute()
      .catch(() => undefined);
    // Once COMMIT was sent, only the database's own refusal proves that nothing was stored.
    if (refused !== undefined && !isRefusedByDatabase(error)) throw error;
    refused?.();
    if (error instanceof FencedError) throw error;
    return throwUnavailable(error);
  }
}

/** Neighbours that may run together: writes on different accounts. */
function runsOf(jobs: readonly Job[], most: number): readonly (readonly Job[])[] {
  const runs: Job[][] = [];
  for (const job of jobs) {
    const run = runs.at(-1);
    const fits =
      run !== undefined &&
      run.length < most &&
      job.on !== undefined &&
      run.every(({ on }) => on !== undefined && on !== job.on);
    if (fits) run.push(job);
    else runs.push([job]);
  }
  return runs;
}

/**
 * Runs jobs together; when one fails, all are taken back and run one by one, so that it fails alone.
 * @param first what was sent before, if nothing else was
 */
async function runInSavepoint(
  batch: Batch,
  transaction: Db,
  jobs: readonly Job[],
  first?: readonly Promise<void>[],
): Promise<readonly Outcome[]> {
  const { heads, house } = batch;
  heads.mark();
  house.mark();
  // The savepoint of the jobs before stays until now, so that its end costs no round trip.
  const left = first ?? [send(transaction, 'release savepoint job')];
  const begun = [...left, send(transaction, 'savepoint job')];
  try {
    await together([...begun, ...jobs.map((job) => job.run(transaction))]);
    return jobs.map((job) => ({ job, failure: undefined }));
  } catch (error) {
    if (isCollision(error) || error instanceof FencedError) throw error;
    heads.takeBack();
    house.takeBack();
    await send(transaction, 'rollback to savepoint job');
    const [job, ...others] = jobs;
    if (job !== undefined && others.length === 0)
      return [{ job, failure: { error: isRefusedByDatabase(error) ? unavailable(error) : error } }];
    const outcomes: Outcome[] = [];
    for (const one of jobs) outcomes.push(...(await runInSavepoint(batch, transaction, [one])));
    return outcomes;
  }
}
