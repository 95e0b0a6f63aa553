import type { SelectQueryBuilder } from 'kysely';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Db, Schema } from './schema.ts';

/**
 * Takes `count` consecutive numbers of a sequence, starting at 1. @returns the first; no other caller gets
 * any of them
 */
export async function takeNumbers(db: Db, sequence: string, count: number): Promise<number> {
  const row = await db
    .insertInto('sequences')
    .values({ name: sequence, next: 1 + count })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ next: eb('sequences.next', '+', count) })),
    )
    .returning('next')
    .executeTakeFirstOrThrow();
  return row.next - count;
}

/** Records that the initial content of this name was inserted. @returns false if it was recorded before */
export async function beginSeed(db: Db, name: string, now: TimestampMs): Promise<boolean> {
  const row = await db
    .insertInto('seeds')
    .values({ name, planted_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

/** The number of rows that a query finds. */
export async function countRows<Table extends keyof Schema>(
  rows: SelectQueryBuilder<Schema, Table, object>,
): Promise<number> {
  const { count } = await rows
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
