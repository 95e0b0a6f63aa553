import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { table } from './tables.ts';

/** Holidays and early closes of markets. */
export const marketDays: Migration = {
  async up(db: Db) {
    await table(db, 'market_days')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('market', 'text', (column) => column.notNull())
      .addColumn('date', 'text', (column) => column.notNull())
      .addColumn('closes_at', 'integer')
      .addColumn('is_removed', 'integer', (column) => column.notNull())
      .execute();
  },
};
