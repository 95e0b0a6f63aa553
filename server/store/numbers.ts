import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Db } from './schema.ts';

/** Takes `count` consecutive numbers of a sequence, from 1. @returns the first of them; no other caller gets any of these */
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

/** Notes that the first content of this name is put in. @returns false when it was before */
export async function beginSeed(db: Db, name: string, now: TimestampMs): Promise<boolean> {
  const row = await db
    .insertInto('seeds')
    .values({ name, planted_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}
