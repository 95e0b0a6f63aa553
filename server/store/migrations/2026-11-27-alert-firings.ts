import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { index, table, withId } from './tables.ts';

/** What price alerts have told: it stays when the alert is deleted. */
export const alertFirings: Migration = {
  async up(db: Db) {
    await withId(table(db, 'alert_firings'))
      .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
      .addColumn('instrument_id', 'integer', (column) => column.notNull())
      .addColumn('precision', 'integer', (column) => column.notNull())
      .addColumn('price', 'bigint')
      .addColumn('percent', 'integer')
      .addColumn('side', 'text', (column) => column.notNull())
      .addColumn('reached', 'bigint', (column) => column.notNull())
      .addColumn('fired_at', 'bigint', (column) => column.notNull())
      .execute();
    await index(db, 'alert_firings_by_account', 'alert_firings', ['account_id', 'id']);
  },
};
