import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { index, table, withId } from './tables.ts';

/** Without a reference to accounts: the log must not hinder anything. */
export const securityEvents: Migration = {
  async up(db: Db) {
    await withId(table(db, 'security_events'))
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('account_id', 'integer')
      .addColumn('network', 'text', (column) => column.notNull())
      .addColumn('device', 'text', (column) => column.notNull())
      .addColumn('request_id', 'text', (column) => column.notNull())
      .addColumn('detail', 'text', (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .execute();
    await index(db, 'security_events_by_account', 'security_events', ['account_id', 'id']);
    await index(db, 'security_events_by_kind', 'security_events', ['kind', 'id']);
    await index(db, 'security_events_by_age', 'security_events', ['at']);
  },
};
