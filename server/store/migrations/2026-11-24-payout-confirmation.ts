import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { TimestampMs } from '../../../shared/domain/time.ts';
import type { Db } from '../schema.ts';
import { addColumn } from './tables.ts';

/** Destinations of withdrawals are confirmed by a code. Those saved before this release count as confirmed. */
export const payoutConfirmation: Migration = {
  async up(db: Db) {
    for (const name of ['confirmed_at', 'usable_at']) await addColumn(db, 'draw_methods', name, 'bigint');
    const savedAt = sql<TimestampMs>`created_at`;
    await db.updateTable('draw_methods').set({ confirmed_at: savedAt, usable_at: savedAt }).execute();
  },
};
