import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { index, table, withId } from './tables.ts';

/** Messages between users and the customer service. */
export const chat: Migration = {
  async up(db: Db) {
    await withId(table(db, 'chat_messages'))
      .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
      .addColumn('sender', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('image', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await index(db, 'chat_by_account', 'chat_messages', ['account_id', 'id']);
  },
};
