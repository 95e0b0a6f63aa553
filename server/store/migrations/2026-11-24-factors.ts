import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { index, table } from './tables.ts';

/** The second factor of accounts: TOTP, passkeys, recovery codes. */
export const factors: Migration = {
  async up(db: Db) {
    await table(db, 'factor_totp')
      .addColumn('account_id', 'integer', (column) => column.primaryKey().references('accounts.id'))
      .addColumn('secret', 'text')
      .addColumn('last_step', 'bigint', (column) => column.notNull())
      .addColumn('new_secret', 'text')
      .addColumn('new_until', 'bigint')
      .execute();
    await table(db, 'factor_passkeys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
      .addColumn('rp_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('counter', 'bigint', (column) => column.notNull())
      .addColumn('transports', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .execute();
    await index(db, 'factor_passkeys_by_account', 'factor_passkeys', ['account_id']);
    await table(db, 'factor_recovery_codes')
      .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .addPrimaryKeyConstraint('factor_recovery_codes_key', ['account_id', 'code_hash'])
      .execute();
    await table(db, 'factor_challenges')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await index(db, 'factor_challenges_by_account', 'factor_challenges', ['account_id']);
  },
};
