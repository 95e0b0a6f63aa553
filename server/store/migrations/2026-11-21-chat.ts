import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Schema } from '../schema.ts';
import { index, table, withId } from './tables.ts';

/** Messages between users and the customer service. */
export const chat: Migration = {
  async up(db: Kysely<Schema>) {
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
