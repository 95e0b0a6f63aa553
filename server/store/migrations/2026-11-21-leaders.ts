import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { table } from './tables.ts';

/** The accounts of the simulated traders. */
export const leaders: Migration = {
  async up(db: Db) {
    await table(db, 'leaders')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'integer', (column) => column.notNull().unique().references('accounts.id'))
      .addColumn('began_at', 'bigint', (column) => column.notNull())
      .addColumn('past_until', 'bigint')
      .execute();
  },
};
