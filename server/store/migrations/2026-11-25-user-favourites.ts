import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { table } from './tables.ts';

/** Starred instruments. */
export const userFavourites: Migration = {
  async up(db: Db) {
    await table(db, 'favourites')
      .addColumn('account_id', 'integer', (column) => column.primaryKey().references('accounts.id'))
      .addColumn('ids', 'text', (column) => column.notNull())
      .execute();
  },
};
