import { type ColumnDataType, type ColumnDefinitionBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { index, table, withId } from './tables.ts';

/** Verification codes, password attempts, and new columns of sessions and accounts. */
export const people: Migration = {
  async up(db: Db) {
    await widenAccounts(db);
    await widenSessions(db);
    await createVerification(db);
    await createGuesses(db);
  },
};

async function widenAccounts(db: Db): Promise<void> {
  await addColumn(db, 'accounts', 'area_code', 'text', (column) => column);
  await addColumn(db, 'accounts', 'phone_proven', 'integer', (column) => column.notNull().defaultTo(1));
  await addColumn(db, 'accounts', 'invited_by', 'integer', (column) => column.references('accounts.id'));
  await index(db, 'accounts_by_inviter', 'accounts', ['invited_by']);
}

/** Existing sessions get the start of their token's hash as public id; it grants no access. */
async function widenSessions(db: Db): Promise<void> {
  await addColumn(db, 'sessions', 'public_id', 'text', (column) => column.notNull().defaultTo(''));
  await addColumn(db, 'sessions', 'device', 'text', (column) => column.notNull().defaultTo(''));
  await addColumn(db, 'sessions', 'seen_at', 'bigint', (column) => column.notNull().defaultTo(0));
  await db
    .updateTable('sessions')
    .set((row) => ({ public_id: sql<string>`substr(id, 1, 16)`, seen_at: row.ref('created_at') }))
    .where('public_id', '=', '')
    .execute();
  await index(db, 'sessions_by_account', 'sessions', ['account_id', 'seen_at']);
}

async function createVerification(db: Db): Promise<void> {
  await table(db, 'verification_codes')
    .addColumn('contact', 'text', (column) => column.notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('tries_left', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('verification_codes_key', ['contact', 'purpose'])
    .execute();
  await index(db, 'verification_codes_by_age', 'verification_codes', ['expires_at']);
  await withId(table(db, 'code_sends'))
    .addColumn('contact', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'bigint', (column) => column.notNull())
    .execute();
  await index(db, 'code_sends_by_contact', 'code_sends', ['contact', 'sent_at']);
  await index(db, 'code_sends_by_age', 'code_sends', ['sent_at']);
  await table(db, 'captchas')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('answer_hash', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await index(db, 'captchas_by_age', 'captchas', ['expires_at']);
}

async function createGuesses(db: Db): Promise<void> {
  await withId(table(db, 'password_guesses'))
    .addColumn('contact', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('known', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await index(db, 'password_guesses_by_contact', 'password_guesses', ['contact', 'at']);
  await index(db, 'password_guesses_by_age', 'password_guesses', ['at']);
  await table(db, 'known_addresses')
    .addColumn('contact', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('known_addresses_key', ['contact', 'address'])
    .execute();
  await index(db, 'known_addresses_by_age', 'known_addresses', ['seen_at']);
}

/** Adds a column if it is missing. Not every database has "add column if not exists", so look it up first. */
async function addColumn(
  db: Db,
  name: string,
  column: string,
  type: ColumnDataType,
  build: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder,
): Promise<void> {
  const tables = await db.introspection.getTables();
  const there = tables.find((one) => one.name === name)?.columns.some((one) => one.name === column);
  if (there !== true) await db.schema.alterTable(name).addColumn(column, type, build).execute();
}
