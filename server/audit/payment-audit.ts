import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { houseAccount, type PostingKind } from '../ledger/posting.ts';
import type { DepositStatus, DrawStatus } from '../payments/payment-tables.ts';
import type { Db, Schema } from '../store/schema.ts';

/** PostgreSQL returns sums as texts. */
export interface Finding {
  readonly id: number | string;
  /** The excess. */
  readonly amount: number | string | null;
}

const FINISHED: DepositStatus = 'finished';
const WAITING: DrawStatus = 'pending';
const DEPOSIT: PostingKind = 'deposit';
const DEPOSITS = houseAccount('real', 'deposits');
/** Every withdrawal is held first; this is the posting that follows in each final status. */
const HOLD: PostingKind = 'withdraw-hold';
const LAST_POSTING = { paid: 'withdraw-paid', rejected: 'withdraw-release' } as const satisfies Partial<
  Record<DrawStatus, PostingKind>
>;
const FINAL_STATUSES = ['paid', 'rejected'] as const;

/** Holds that are not the sum of the withdrawals in review. */
export const wrongHolds = (db: Db): Promise<readonly Finding[]> =>
  db
    .selectFrom('ledger_accounts')
    .leftJoin('withdrawals', (join) =>
      join
        .onRef('withdrawals.account_id', '=', 'ledger_accounts.account_id')
        .on('withdrawals.status', '=', WAITING),
    )
    .where(sql<SqlBool>`ledger_accounts.id like 'hold:%'`)
    .select([
      'ledger_accounts.id',
      sql<number>`ledger_accounts.balance - ${sumOf('withdrawals.amount')}`.as('amount'),
    ])
    .groupBy(['ledger_accounts.id', 'ledger_accounts.balance'])
    .having(sql<SqlBool>`ledger_accounts.balance <> ${sumOf('withdrawals.amount')}`)
    .execute();

/** Finished deposits that were not booked once and in full, and postings for other deposits. */
export async function wrongDeposits(db: Db): Promise<readonly Finding[]> {
  const missing = await db
    .selectFrom('deposits')
    .leftJoin('postings', (join) =>
      join
        .onRef('postings.payment_id', '=', 'deposits.id')
        .onRef('postings.account_id', '=', 'deposits.account_id')
        .on('postings.kind', '=', DEPOSIT),
    )
    .leftJoin('entries', (join) =>
      join.onRef('entries.posting_id', '=', 'postings.id').on((eb) =>
        eb.or([
          eb('entries.ledger_account_id', '=', DEPOSITS),
          // A row for each shard.
          sql<SqlBool>`entries.ledger_account_id like ${`${DEPOSITS}:%`}`,
        ]),
      ),
    )
    .where('deposits.status', '=', FINISHED)
    .select(['deposits.id', sql<number>`- deposits.amount - ${sumOf('entries.amount')}`.as('amount')])
    .groupBy(['deposits.id', 'deposits.amount'])
    .having(sql<number>`- deposits.amount`, '<>', sumOf('entries.amount'))
    .execute();
  const surplus = await booked(db, [DEPOSIT])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deposits')
            .select('deposits.id')
            .whereRef('deposits.id', '=', 'postings.payment_id')
            .whereRef('deposits.account_id', '=', 'postings.account_id')
            .where('deposits.status', '=', FINISHED),
        ),
      ),
    )
    .execute();
  return [...missing, ...surplus];
}

/** Withdrawals whose postings do not fit their status, and postings without a withdrawal. */
export async function wrongWithdrawals(db: Db): Promise<readonly Finding[]> {
  const missing = await db
    .selectFrom('withdrawals')
    .leftJoin('postings', (join) =>
      join
        .onRef('postings.payment_id', '=', 'withdrawals.id')
        .onRef('postings.account_id', '=', 'withdrawals.account_id')
        .on((eb) => fits(eb)),
    )
    .leftJoin('entries', (join) =>
      join
        .onRef('entries.posting_id', '=', 'postings.id')
        .on(sql<SqlBool>`entries.ledger_account_id like 'hold:%'`),
    )
    .select(['withdrawals.id', sql<number>`${sumOf('entries.amount')} - ${held}`.as('amount')])
    .groupBy(['withdrawals.id', 'withdrawals.amount', 'withdrawals.status'])
    .having((eb) =>
      eb.or([
        eb(eb.fn.count('postings.id'), '<>', sql<number>`case when ${isWaiting} then 1 else 2 end`),
        eb(held, '<>', sumOf('entries.amount')),
      ]),
    )
    .execute();
  const surplus = await booked(db, [HOLD, ...Object.values(LAST_POSTING)])
    .where((outer) =>
      outer.not(
        outer.exists(
          outer
            .selectFrom('withdrawals')
            .select('withdrawals.id')
            .whereRef('withdrawals.id', '=', 'postings.payment_id')
            .whereRef('withdrawals.account_id', '=', 'postings.account_id')
            .where((eb) => fits(eb)),
        ),
      ),
    )
    .execute();
  return [...missing, ...surplus];
}

const sumOf = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`;

const isWaiting = sql<boolean>`withdrawals.status = ${sql.lit(WAITING)}`;
/** The amount that a withdrawal's postings should leave on hold. */
const held = sql<number>`case when ${isWaiting} then withdrawals.amount else 0 end`;

/** Whether the posting belongs to a withdrawal of this status. */
const fits = (eb: ExpressionBuilder<Schema, 'postings' | 'withdrawals'>) =>
  eb.or([
    eb('postings.kind', '=', HOLD),
    ...FINAL_STATUSES.map((status) =>
      eb.and([eb('withdrawals.status', '=', status), eb('postings.kind', '=', LAST_POSTING[status])]),
    ),
  ]);

/** Postings of these kinds as findings that name the posting. */
const booked = (db: Db, kinds: readonly PostingKind[]) =>
  db
    .selectFrom('postings')
    .select([sql<string>`'posting ' || postings.id`.as('id'), sql.lit(0).as('amount')])
    .where('postings.kind', 'in', kinds);
