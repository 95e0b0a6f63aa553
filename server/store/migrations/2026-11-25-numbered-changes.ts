import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { addColumn, index } from './tables.ts';

/** How often each account's orders and money were changed, from now on; and what finds the money of many accounts at once. */
export const numberedChanges: Migration = {
  async up(db: Db) {
    await addColumn(db, 'chain_heads', 'n', 'bigint', (column) => column.notNull().defaultTo(0));
    await index(db, 'ledger_accounts_by_account', 'ledger_accounts', ['account_id']);
  },
};
