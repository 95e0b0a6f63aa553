import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { index, table, withId } from './tables.ts';

/** Web Push: the devices of accounts, and what they want to be told. */
export const push: Migration = {
  async up(db: Db) {
    await withId(table(db, 'push_subscriptions'))
      .addColumn('endpoint', 'text', (column) => column.notNull().unique())
      .addColumn('session_id', 'text', (column) =>
        column.notNull().references('sessions.id').onDelete('cascade'),
      )
      .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
      .addColumn('p256dh', 'text', (column) => column.notNull())
      .addColumn('auth', 'text', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await index(db, 'push_subscriptions_by_account', 'push_subscriptions', ['account_id', 'id']);
    await index(db, 'push_subscriptions_by_session', 'push_subscriptions', ['session_id']);
    const flags = table(db, 'push_settings').addColumn('account_id', 'integer', (column) =>
      column.primaryKey().references('accounts.id'),
    );
    await ['price_alerts', 'fills', 'stop_outs', 'margin_calls']
      .reduce((to, name) => to.addColumn(name, 'integer', (column) => column.notNull()), flags)
      .execute();
  },
};
