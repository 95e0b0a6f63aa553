import type { ControlledTransaction } from 'kysely';
import type { Db, Schema } from './schema.ts';

/** A larger batch would delay its first write too long. */
const MAX_BATCH = 64;

export type Write = <T>(work: (transaction: Db) => Promise<T>) => Promise<T>;

interface Job {
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
 * Runs all writes one after the other. Writes that wait while the disk is busy are committed together, each
 * in its own savepoint, so that one that throws rolls back only its own changes. A write resolves only after
 * its commit is on the disk. `work` must await nothing but its transaction.
 * @param sync flushes commits to the disk; absent if a commit does so itself
 */
export function createWriteQueue(
  db: Db,
  sync: () => Promise<void> = async () => undefined,
): { write: Write; idle(): Promise<void> | undefined } {
  const waiting: Job[] = [];
  let draining: Promise<void> | undefined;
  const drain = async () => {
    while (waiting.length > 0) await commitTogether(db, sync, waiting.splice(0, MAX_BATCH));
    draining = undefined;
  };
  return {
    write<T>(work: (transaction: Db) => Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        let result: { readonly value: T } | undefined;
        waiting.push({
          run: async (transaction) => {
            result = { value: await work(transaction) };
          },
          done: () => (result ? resolve(result.value) : reject(new Error('a write ended without a result'))),
          failed: reject,
        });
        draining ??= Promise.resolve().then(drain);
      });
    },
    idle: () => draining,
  };
}

async function commitTogether(db: Db, sync: () => Promise<void>, jobs: readonly Job[]): Promise<void> {
  try {
    const outcomes = await commit(db, jobs);
    await sync();
    for (const { job, failure } of outcomes) {
      if (failure) job.failed(failure.error);
      else job.done();
    }
  } catch (error) {
    for (const job of jobs) job.failed(error);
  }
}

async function commit(db: Db, jobs: readonly Job[]): Promise<readonly Outcome[]> {
  const transaction = await db.startTransaction().execute();
  try {
    const outcomes: Outcome[] = [];
    for (const job of jobs) outcomes.push(await runInSavepoint(transaction, job));
    await transaction.commit().execute();
    return outcomes;
  } catch (error) {
    // On a full disk SQLite may already have rolled back; the second rollback then does nothing.
    await transaction
      .rollback()
      .execute()
      .catch(() => undefined);
    throw error;
  }
}

async function runInSavepoint(transaction: ControlledTransaction<Schema>, job: Job): Promise<Outcome> {
  const inner = await transaction.savepoint('job').execute();
  try {
    await job.run(inner);
    await inner.releaseSavepoint('job').execute();
    return { job, failure: undefined };
  } catch (error) {
    await inner.rollbackToSavepoint('job').execute();
    return { job, failure: { error } };
  }
}
