import type { Kysely } from 'kysely';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Schema } from './schema.ts';

export interface SeedWrites {
  /** @returns false when it was put in before */
  begin(name: string, now: TimestampMs): Promise<boolean>;
}

export function seedRepository(db: Kysely<Schema>): SeedWrites {
  return {
    async begin(name, now) {
      const row = await db
        .insertInto('seeds')
        .values({ name, planted_at: now })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('name')
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
