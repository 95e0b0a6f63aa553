import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { index, table, withId } from './tables.ts';

/** Price alerts. */
export const alerts: Migration = {
  async up(db: Db) {
    await withId(table(db, 'alerts'))
      .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
      .addColumn('instrument_id', 'integer', (column) => column.notNull())
      .addColumn('precision', 'integer', (column) => column.notNull())
      .addColumn('price', 'bigint')
      .addColumn('percent', 'integer')
      .addColumn('side', 'text', (column) => column.notNull())
      .addColumn('repeats', 'integer', (column) => column.notNull())
      .addColumn('is_on', 'integer', (column) => column.notNull())
      .addColumn('is_armed', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('fired_at', 'bigint')
      .execute();
    await index(db, 'alerts_by_account', 'alerts', ['account_id', 'id']);
    await index(db, 'alerts_that_are_on', 'alerts', ['is_on', 'id']);
  },
};
