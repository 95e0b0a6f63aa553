import type { ControlledTransaction } from 'kysely';
import type { Db, Schema } from './schema.ts';

/** More would make the first of a batch wait for too long. */
const MAX_BATCH = 64;

export type Write = <T>(work: (transaction: Db) => Promise<T>) => Promise<T>;

interface Job {
  readonly run: (transaction: Db) => Promise<void>;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

interface Outcome {
  readonly job: Job;
  /** What the work threw; undefined when it went well. */
  readonly failure: { readonly error: unknown } | undefined;
}

/**
 * All writes, one after the other. What waits while the disk is busy is committed together: each piece of work on a
 * savepoint of its own, so that one that throws takes back its own changes alone. Nobody hears of success before the
 * commit is on the disk. A work must wait for nothing but its transaction.
 * @param sync puts on the disk what is committed; absent where a commit does so itself
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
    for (const job of jobs) outcomes.push(await runApart(transaction, job));
    await transaction.commit().execute();
    return outcomes;
  } catch (error) {
    // A full disk may have rolled back by itself; the second rollback then has nothing to do.
    await transaction
      .rollback()
      .execute()
      .catch(() => undefined);
    throw error;
  }
}

async function runApart(transaction: ControlledTransaction<Schema>, job: Job): Promise<Outcome> {
  const apart = await transaction.savepoint('job').execute();
  try {
    await job.run(apart);
    await apart.releaseSavepoint('job').execute();
    return { job, failure: undefined };
  } catch (error) {
    await apart.rollbackToSavepoint('job').execute();
    return { job, failure: { error } };
  }
}
