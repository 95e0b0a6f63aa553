import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { TimestampMs } from '../../../shared/domain/time.ts';
import type { Db } from '../schema.ts';

const MAX_AGE_MS = 90 * 86_400_000;

/** Sessions end at the age of 90 days. Those from before could be renewed without end: their expiry is moved. */
export const sessionAge: Migration = {
  async up(db: Db) {
    const latest = sql<TimestampMs>`created_at + ${MAX_AGE_MS}`;
    await db.updateTable('sessions').set({ expires_at: latest }).where('expires_at', '>', latest).execute();
  },
};
