import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { index, table } from './tables.ts';

/** Uploaded pictures. */
export const files: Migration = {
  async up(db: Db) {
    await table(db, 'files')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
      .addColumn('size', 'bigint', (column) => column.notNull())
      .addColumn('mime', 'text', (column) => column.notNull())
      .addColumn('claimed', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await index(db, 'files_by_account', 'files', ['account_id', 'created_at']);
    await index(db, 'files_by_age', 'files', ['created_at']);
  },
};
