import type { CreateTableBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { ZERO_MONEY } from '../../../shared/domain/money.ts';
import type { LedgerAccountId } from '../../ledger/posting.ts';
import type { Db } from '../schema.ts';
import { addColumn, index, openHouseAccounts, table, uniqueIndex, withId } from './tables.ts';

/** Deposits, withdrawals, their options, and the saved destinations of withdrawals. */
export const payments: Migration = {
  async up(db: Db) {
    await createOptions(db);
    await createRequests(db);
    await extendPostings(db);
    // Demo accounts have no deposits or withdrawals.
    await openHouseAccounts(db, 'real', ['deposits', 'payouts']);
    await openHolds(db);
  },
};

/** Columns of text, empty where they do not apply. */
function texts<T extends string>(builder: CreateTableBuilder<T>, names: readonly string[]) {
  return names.reduce((made, name) => made.addColumn(name, 'text', (one) => one.notNull()), builder);
}

function integers<T extends string>(builder: CreateTableBuilder<T>, names: readonly string[]) {
  return names.reduce((made, name) => made.addColumn(name, 'bigint', (one) => one.notNull()), builder);
}

const BANK = ['bank_name', 'bank_address', 'bank_swift', 'payee_name', 'payee_account', 'branch_name'];

async function createOptions(db: Db): Promise<void> {
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

async function createRequests(db: Db): Promise<void> {
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

/** The unique index rejects a second posting of the same deposit, even after a bug in the program. */
async function extendPostings(db: Db): Promise<void> {
  await addColumn(db, 'postings', 'payment_id', 'bigint');
  await addColumn(db, 'postings', 'memo', 'text');
  await uniqueIndex(db, 'postings_by_payment', 'postings', ['kind', 'payment_id']);
}

/** For the accounts of earlier versions; new ones get theirs with the other ledger accounts. */
async function openHolds(db: Db): Promise<void> {
  const id = sql<LedgerAccountId>`'hold:' || accounts.id`;
  await db
    .insertInto('ledger_accounts')
    .columns(['id', 'book', 'account_id', 'floor', 'balance'])
    .expression((eb) =>
      eb
        .selectFrom('accounts')
        .select([
          id.as('id'),
          'book',
          'accounts.id as account_id',
          sql.lit(ZERO_MONEY).as('floor'),
          sql.lit(ZERO_MONEY).as('balance'),
        ])
        .where((where) =>
          where.not(
            where.exists(
              where.selectFrom('ledger_accounts').select('balance').where('ledger_accounts.id', '=', id),
            ),
          ),
        ),
    )
    .execute();
}
