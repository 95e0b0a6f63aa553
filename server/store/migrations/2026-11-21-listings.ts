import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { table } from './tables.ts';

/** The operators' changes to instruments. */
export const listings: Migration = {
  async up(db: Db) {
    await table(db, 'listing_changes')
      .addColumn('code', 'text', (column) => column.primaryKey())
      .addColumn('multiples', 'text')
      .addColumn('fee_per_lot', 'bigint')
      .addColumn('fee_of_margin', 'bigint')
      .addColumn('hours', 'text')
      .addColumn('min_volume', 'bigint')
      .addColumn('is_unlisted', 'integer', (column) => column.notNull())
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
