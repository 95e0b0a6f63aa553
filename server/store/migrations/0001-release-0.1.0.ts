import type { CreateTableBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { ZERO_MONEY } from '../../../shared/domain/money.ts';
import type { Book, LedgerAccountId } from '../../ledger-account.ts';
import type { Db } from '../schema.ts';
import { index, table, uniqueIndex, withId } from './tables.ts';

/** The tables of release 0.1.0. Columns stand in the order in which its databases have them. */
export const release010: Migration = {
  async up(db: Db) {
    await createPeople(db);
    await createVerification(db);
    await createGuesses(db);
    await createOrders(db);
    await createLedger(db);
    await createReplies(db);
    await createMarket(db);
    await createContent(db);
    await createFiles(db);
    await createIdentity(db);
    await createService(db);
    await createPaymentOptions(db);
    await createPayments(db);
    for (const book of ['demo', 'real'] as const)
      await openHouseAccounts(db, book, ['capital', 'trading', 'fees', 'shortfall']);
    // Demo accounts have no deposits or withdrawals.
    await openHouseAccounts(db, 'real', ['deposits', 'payouts']);
  },
};

async function createPeople(db: Db): Promise<void> {
  await withId(table(db, 'accounts'))
    .addColumn('book', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.unique())
    .addColumn('phone', 'text', (column) => column.unique())
    .addColumn('password_hash', 'text')
    .addColumn('demo_hash', 'text', (column) => column.unique())
    .addColumn('invite_code', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('area_code', 'text')
    .addColumn('phone_proven', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('invited_by', 'integer', (column) => column.references('accounts.id'))
    .execute();
  await index(db, 'accounts_by_inviter', 'accounts', ['invited_by']);
  await table(db, 'sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('public_id', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('device', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('seen_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await index(db, 'sessions_expiry', 'sessions', ['expires_at']);
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

async function createOrders(db: Db): Promise<void> {
  await table(db, 'orders')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
    .addColumn('instrument_id', 'integer', (column) => column.notNull())
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('show_code', 'text', (column) => column.notNull())
    .addColumn('precision', 'integer', (column) => column.notNull())
    .addColumn('side', 'text', (column) => column.notNull())
    .addColumn('volume', 'bigint', (column) => column.notNull())
    .addColumn('multiple', 'integer', (column) => column.notNull())
    .addColumn('stop_loss', 'bigint')
    .addColumn('take_profit', 'bigint')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('target_price', 'bigint')
    .addColumn('waits_below', 'integer')
    .addColumn('open_price', 'bigint')
    .addColumn('margin', 'bigint')
    .addColumn('fee', 'bigint')
    .addColumn('close_price', 'bigint')
    .addColumn('realised_pnl', 'bigint')
    .addColumn('reason', 'text')
    .addColumn('split_from', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .execute();
  await index(db, 'orders_by_account', 'orders', ['account_id', 'status', 'ended_at', 'id']);
  await index(db, 'orders_by_status', 'orders', ['status']);
}

async function createLedger(db: Db): Promise<void> {
  await table(db, 'ledger_accounts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('book', 'text', (column) => column.notNull())
    .addColumn('account_id', 'integer', (column) => column.references('accounts.id'))
    .addColumn('floor', 'bigint')
    .addColumn('balance', 'bigint', (column) => column.notNull())
    .execute();
  await withId(table(db, 'postings'))
    .addColumn('book', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
    .addColumn('order_id', 'bigint')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('payment_id', 'bigint')
    .addColumn('memo', 'text')
    .execute();
  // Rejects a second posting of the same deposit, even after a bug in the program.
  await uniqueIndex(db, 'postings_by_payment', 'postings', ['kind', 'payment_id']);
  await withId(table(db, 'entries'))
    .addColumn('posting_id', 'integer', (column) => column.notNull().references('postings.id'))
    .addColumn('ledger_account_id', 'text', (column) => column.notNull().references('ledger_accounts.id'))
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .execute();
  await index(db, 'entries_by_account', 'entries', ['ledger_account_id', 'id']);
  await index(db, 'entries_by_posting', 'entries', ['posting_id']);
}

async function createReplies(db: Db): Promise<void> {
  await table(db, 'replies')
    .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
    .addColumn('call', 'text', (column) => column.notNull())
    .addColumn('cid', 'text', (column) => column.notNull())
    .addColumn('params_hash', 'text', (column) => column.notNull())
    .addColumn('reply', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('replies_key', ['account_id', 'call', 'cid'])
    .execute();
  await index(db, 'replies_by_age', 'replies', ['created_at']);
  await table(db, 'sequences')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('next', 'bigint', (column) => column.notNull())
    .execute();
}

async function createMarket(db: Db): Promise<void> {
  await table(db, 'candle_chunks')
    .addColumn('instrument_code', 'text', (column) => column.notNull())
    .addColumn('resolution_s', 'integer', (column) => column.notNull())
    .addColumn('start_s', 'bigint', (column) => column.notNull())
    .addColumn('data', 'blob', (column) => column.notNull())
    .addPrimaryKeyConstraint('candle_chunks_key', ['instrument_code', 'resolution_s', 'start_s'])
    .execute();
  await index(db, 'candle_chunks_by_age', 'candle_chunks', ['resolution_s', 'start_s']);
  await table(db, 'listing_changes')
    .addColumn('code', 'text', (column) => column.primaryKey())
    .addColumn('multiples', 'text')
    .addColumn('fee_per_lot', 'bigint')
    .addColumn('fee_of_margin', 'bigint')
    .addColumn('hours', 'text')
    .addColumn('min_volume', 'bigint')
    .addColumn('is_unlisted', 'integer', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createContent(db: Db): Promise<void> {
  await withId(table(db, 'news'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('mark', 'text', (column) => column.notNull())
    .addColumn('published_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await index(db, 'news_by_time', 'news', ['kind', 'published_at', 'id']);
  await table(db, 'news_texts')
    .addColumn('news_id', 'integer', (column) => column.notNull().references('news.id'))
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('summary', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('news_texts_key', ['news_id', 'language'])
    .execute();
  await withId(table(db, 'companies'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('registered_address', 'text', (column) => column.notNull())
    .addColumn('location', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .execute();
  await table(db, 'seeds')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('planted_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createFiles(db: Db): Promise<void> {
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
}

async function createIdentity(db: Db): Promise<void> {
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
}

async function createService(db: Db): Promise<void> {
  await withId(table(db, 'chat_messages'))
    .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
    .addColumn('sender', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('image', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await index(db, 'chat_by_account', 'chat_messages', ['account_id', 'id']);
  await table(db, 'leaders')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'integer', (column) => column.notNull().unique().references('accounts.id'))
    .addColumn('began_at', 'bigint', (column) => column.notNull())
    .addColumn('past_until', 'bigint')
    .execute();
  await withId(table(db, 'operator_log'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('who', 'text', (column) => column.notNull())
    .addColumn('thing', 'text', (column) => column.notNull())
    .addColumn('verb', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .execute();
  await index(db, 'operator_log_by_thing', 'operator_log', ['thing', 'id']);
}

/** Columns of text, empty where they do not apply. */
function texts<T extends string>(builder: CreateTableBuilder<T>, names: readonly string[]) {
  return names.reduce((made, name) => made.addColumn(name, 'text', (one) => one.notNull()), builder);
}

function integers<T extends string>(builder: CreateTableBuilder<T>, names: readonly string[]) {
  return names.reduce((made, name) => made.addColumn(name, 'bigint', (one) => one.notNull()), builder);
}

const BANK = ['bank_name', 'bank_address', 'bank_swift', 'payee_name', 'payee_account', 'branch_name'];

async function createPaymentOptions(db: Db): Promise<void> {
  const coins = texts(withId(table(db, 'deposit_coins')), ['currency_code', 'protocol_code', 'address']);
  await integers(coins, ['usd_price']).addColumn('removed_at', 'bigint').execute();
  const banks = texts(withId(table(db, 'deposit_banks')), ['name', 'currency_code', ...BANK, 'bank_remark']);
  await integers(banks, ['usd_price']).addColumn('removed_at', 'bigint').execute();
  const currencies = texts(withId(table(db, 'draw_currencies')), ['kind', 'code', 'protocol', 'fee_type']);
  await integers(currencies, ['draw_rate', 'fee', 'usd_price']).addColumn('removed_at', 'bigint').execute();
  await texts(withId(table(db, 'draw_methods')), ['address', ...BANK])
    .addColumn('account_id', 'integer', (one) => one.notNull().references('accounts.id'))
    .addColumn('currency_id', 'integer', (one) => one.notNull().references('draw_currencies.id'))
    .addColumn('created_at', 'bigint', (one) => one.notNull())
    .addColumn('removed_at', 'bigint')
    .execute();
  await index(db, 'draw_methods_by_account', 'draw_methods', ['account_id', 'id']);
}

async function createPayments(db: Db): Promise<void> {
  const request = (name: string) =>
    table(db, name)
      .addColumn('id', 'bigint', (one) => one.primaryKey())
      .addColumn('account_id', 'integer', (one) => one.notNull().references('accounts.id'))
      .addColumn('handled_at', 'bigint');
  const shared = ['kind', 'currency_code', 'status', 'remark'];
  await integers(texts(request('deposits'), [...shared, 'paid_to', 'proof']), [
    'number',
    'amount',
    'created_at',
  ]).execute();
  await integers(texts(request('withdrawals'), [...shared, 'protocol', 'memo', 'address', ...BANK]), [
    'amount',
    'fee',
    'net',
    'created_at',
  ]).execute();
  for (const name of ['deposits', 'withdrawals']) {
    await index(db, `${name}_by_account`, name, ['account_id', 'kind', 'id']);
    await index(db, `${name}_by_status`, name, ['status', 'id']);
  }
}

async function openHouseAccounts(db: Db, book: Book, purposes: readonly string[]): Promise<void> {
  const rows = purposes.map((purpose) => ({
    id: `house:${book}:${purpose}` as LedgerAccountId,
    book,
    balance: ZERO_MONEY,
  }));
  await db.insertInto('ledger_accounts').values(rows).execute();
}
