import { expect } from 'vitest';
import { PATIENT } from './parts.ts';
import type { TestPostgres } from './postgres.ts';

/** Less than a gateway waits for a row. */
const CROSSING_MS = 1_500;

/**
 * Runs calls while nobody can write to a table, until two sessions wait for each other or for it: each has read then what
 * it decides by, unless it waits for its turn before it reads.
 */
export async function crossing<T>(
  postgres: TestPostgres,
  database: string,
  table: string,
  calls: () => Promise<T>,
): Promise<T> {
  const held = postgres.query(
    database,
    `do $$ begin
      lock table ${table} in share row exclusive mode;
      for wait in 1..${CROSSING_MS / 5} loop
        exit when 2 <= (select count(*) from pg_locks
          where not granted and (database is null or database = (select oid from pg_database where datname = current_database())));
        perform pg_sleep(0.005);
      end loop;
    end $$`,
  );
  const locked = `select 1 from pg_locks where relation = '${table}'::regclass and mode = 'ShareRowExclusiveLock'`;
  await expect.poll(() => postgres.query(database, locked), PATIENT).toHaveLength(1);
  const [answers] = await Promise.all([calls(), held]);
  return answers;
}
