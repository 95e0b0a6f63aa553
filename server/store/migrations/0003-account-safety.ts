import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { index, table } from './tables.ts';

/** Wrong proofs by a second factor in a row; where an owner has logged in, and in which language; letters to owners. */
export const accountSafety: Migration = {
  async up(db: Db) {
    await table(db, 'factor_wrong_proofs')
      .addColumn('account_id', 'integer', (column) => column.primaryKey().references('accounts.id'))
      .addColumn('in_a_row', 'integer', (column) => column.notNull())
      .execute();
    await table(db, 'owner_languages')
      .addColumn('account_id', 'integer', (column) => column.primaryKey().references('accounts.id'))
      .addColumn('language', 'text', (column) => column.notNull())
      .execute();
    await table(db, 'login_places')
      .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
      .addColumn('place', 'text', (column) => column.notNull())
      .addColumn('known_since', 'bigint', (column) => column.notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('login_places_key', ['account_id', 'place'])
      .execute();
    await table(db, 'owner_letters')
      .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('sent_at', 'bigint', (column) => column.notNull())
      .execute();
    await index(db, 'owner_letters_by_account', 'owner_letters', ['account_id', 'kind']);
  },
};
