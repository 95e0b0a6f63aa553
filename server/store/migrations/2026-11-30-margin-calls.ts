import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { table } from './tables.ts';

/** Which accounts are in a margin call, so that the process that deals for them next does not announce it again. */
export const marginCalls: Migration = {
  async up(db: Db) {
    await table(db, 'margin_calls')
      .addColumn('account_id', 'integer', (column) => column.primaryKey().references('accounts.id'))
      .execute();
  },
};
