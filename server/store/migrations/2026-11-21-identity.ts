import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { index, table, withId } from './tables.ts';

/** Documents for real-name verification. */
export const identity: Migration = {
  async up(db: Db) {
    await withId(table(db, 'identity_papers'))
      .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('card_id', 'text', (column) => column.notNull())
      .addColumn('front_file', 'text', (column) => column.notNull().references('files.id'))
      .addColumn('reverse_file', 'text', (column) => column.notNull().references('files.id'))
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('remark', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('reviewed_at', 'bigint')
      .execute();
    await index(db, 'identity_papers_by_account', 'identity_papers', ['account_id', 'id']);
    await index(db, 'identity_papers_by_status', 'identity_papers', ['status', 'id']);
    // One set of documents per account may be in review or accepted: the unique index refuses a second.
    await db.schema
      .createIndex('identity_papers_standing')
      .ifNotExists()
      .unique()
      .on('identity_papers')
      .column('account_id')
      .where(sql.ref('status'), '<>', 'rejected')
      .execute();
  },
};
