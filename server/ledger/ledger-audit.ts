import { type Kysely, sql } from 'kysely';
import { wrongDeposits, wrongHolds, wrongWithdrawals } from '../payments/payment-audit.ts';
import type { Schema } from '../store/schema.ts';
import type { LedgerAudit } from '../store/store.ts';

/** Looks through all entries for what must not be. */
export async function audit(db: Kysely<Schema>): Promise<LedgerAudit> {
  return {
    unbalancedPostings: (await unbalancedPostings(db)).map((row) => finding(row.id, row.sum)),
    wrongBalances: (await wrongBalances(db)).map((row) => finding(row.id, row.balance - Number(row.sum))),
    belowFloor: (await belowFloor(db)).map((row) => finding(row.id, row.balance)),
    mixedBooks: (await mixedBooks(db)).map((row) => finding(row.id, row.amount)),
    idleAdvances: (await idleAdvances(db)).map((row) => finding(row.id, row.balance)),
    wrongHolds: (await wrongHolds(db)).map((row) => finding(row.id, row.amount)),
    wrongDeposits: (await wrongDeposits(db)).map((row) => finding(row.id, row.amount)),
    wrongWithdrawals: (await wrongWithdrawals(db)).map((row) => finding(row.id, row.amount)),
  };
}

const finding = (where: number | string, amount: number | string | null) => ({
  where: String(where),
  amount: Number(amount ?? 0),
});

/** Also a posting that lost its entries. */
const unbalancedPostings = (db: Kysely<Schema>) =>
  db
    .selectFrom('postings')
    .leftJoin('entries', 'entries.posting_id', 'postings.id')
    .select(({ fn }) => ['postings.id', fn.sum<number | null>('entries.amount').as('sum')])
    .groupBy('postings.id')
    .having((eb) => eb.or([eb(eb.fn.sum('entries.amount'), '<>', 0), eb(eb.fn.count('entries.id'), '<', 2)]))
    .execute();

const wrongBalances = (db: Kysely<Schema>) =>
  db
    .selectFrom('ledger_accounts')
    .leftJoin('entries', 'entries.ledger_account_id', 'ledger_accounts.id')
    .select(({ fn }) => [
      'ledger_accounts.id',
      'ledger_accounts.balance',
      fn.coalesce(fn.sum<number>('entries.amount'), sql.lit(0)).as('sum'),
    ])
    .groupBy(['ledger_accounts.id', 'ledger_accounts.balance'])
    .having((eb) =>
      eb('ledger_accounts.balance', '<>', eb.fn.coalesce(eb.fn.sum<number>('entries.amount'), sql.lit(0))),
    )
    .execute();

const belowFloor = (db: Kysely<Schema>) =>
  db
    .selectFrom('ledger_accounts')
    .select(['id', 'balance'])
    .where((eb) => eb('balance', '<', eb.ref('floor')))
    .execute();

/** Entries of one book on an account of the other. */
const mixedBooks = (db: Kysely<Schema>) =>
  db
    .selectFrom('entries')
    .innerJoin('postings', 'postings.id', 'entries.posting_id')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'entries.ledger_account_id')
    .select(['entries.id', 'entries.amount'])
    .whereRef('ledger_accounts.book', '<>', 'postings.book')
    .execute();

/** Advances that are owed to an account, or by one that has nothing left to pay them back with. */
const idleAdvances = (db: Kysely<Schema>) =>
  db
    .selectFrom('ledger_accounts')
    .select(['id', 'balance'])
    .where('account_id', 'is not', null)
    .where('floor', 'is', null)
    .where((eb) =>
      eb.or([
        eb('balance', '>', 0),
        eb.and([
          eb('balance', '<', 0),
          eb.not(
            eb.exists(
              eb
                .selectFrom('orders')
                .select('orders.id')
                .whereRef('orders.account_id', '=', 'ledger_accounts.account_id')
                .where('orders.status', '=', 'open'),
            ),
          ),
        ]),
      ]),
    )
    .execute();
