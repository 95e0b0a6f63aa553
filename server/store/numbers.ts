import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** Takes `count` numbers of a sequence, from 1; @returns the first of them. */
export async function takeNumbers(db: Kysely<Schema>, sequence: string, count: number): Promise<number> {
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
