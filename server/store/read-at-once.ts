import type { Db } from './schema.ts';

/** Reads what belongs together: one state of the database, whatever is written meanwhile. */
export const readAtOnce = <T>(read: Db, work: (all: Db) => Promise<T>): Promise<T> =>
  read.transaction().setIsolationLevel('repeatable read').execute(work);
