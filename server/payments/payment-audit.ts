import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { houseAccount, type PostingKind } from '../ledger/posting.ts';
import type { Schema } from '../store/schema.ts';
import type { DepositStatus, DrawStatus } from './payment-records.ts';

interface Finding {
  readonly id: number | string;
  /** What is too much; PostgreSQL gives sums as texts. */
  readonly amount: number | string;
}

const FINISHED: DepositStatus = 'finished';
const WAITING: DrawStatus = 'pending';
const DEPOSIT: PostingKind = 'deposit';
/** How a withdrawal of each status came to it; all of them were held first. */
const HOLD: PostingKind = 'withdraw-hold';
const LAST_POSTING = { paid: 'withdraw-paid', rejected: 'withdraw-release' } as const satisfies Partial<
  Record<DrawStatus, PostingKind>
>;

/** Holds that are not the sum of the withdrawals in review. */
export const wrongHolds = (db: Kysely<Schema>): Promise<readonly Finding[]> =>
  db
    .selectFrom('ledger_accounts')
    .leftJoin('withdrawals', (join) =>
      join
        .onRef('withdrawals.account_id', '=', 'ledger_accounts.account_id')
        .on('withdrawals.status', '=', WAITING),
    )
    .where('ledger_accounts.id', 'like', 'hold:%')
    .select([
      'ledger_accounts.id',
      sql<number>`ledger_accounts.balance - ${sumOf('withdrawals.amount')}`.as('amount'),
    ])
    .groupBy(['ledger_accounts.id', 'ledger_accounts.balance'])
    .having('ledger_accounts.balance', '<>', sumOf('withdrawals.amount'))
    .execute();

/** Finished deposits that were not booked once and in full, and what was booked for others. */
export async function wrongDeposits(db: Kysely<Schema>): Promise<readonly Finding[]> {
  const missing = await db
    .selectFrom('deposits')
    .leftJoin('postings', (join) =>
      join
        .onRef('postings.payment_id', '=', 'deposits.id')
        .onRef('postings.account_id', '=', 'deposits.account_id')
        .on('postings.kind', '=', DEPOSIT),
    )
    .leftJoin('entries', (join) =>
      join
        .onRef('entries.posting_id', '=', 'postings.id')
        .on('entries.ledger_account_id', '=', houseAccount('real', 'deposits')),
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

/** Withdrawals whose postings are not those of their status, and what was booked for none. */
export async function wrongWithdrawals(db: Kysely<Schema>): Promise<readonly Finding[]> {
  const missing = await db
    .selectFrom('withdrawals')
    .leftJoin('postings', (join) =>
      join
        .onRef('postings.payment_id', '=', 'withdrawals.id')
        .onRef('postings.account_id', '=', 'withdrawals.account_id')
        .on((eb) => fits(eb)),
    )
    .leftJoin('entries', (join) =>
      join.onRef('entries.posting_id', '=', 'postings.id').on('entries.ledger_account_id', 'like', 'hold:%'),
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
/** What a withdrawal's postings leave on hold. */
const held = sql<number>`case when ${isWaiting} then withdrawals.amount else 0 end`;

/** Whether a posting is one that a withdrawal of this status has. */
const fits = (eb: ExpressionBuilder<Schema, 'postings' | 'withdrawals'>) =>
  eb.or([
    eb('postings.kind', '=', HOLD),
    ...Object.entries(LAST_POSTING).map(([status, kind]) =>
      eb.and([eb('withdrawals.status', '=', status), eb('postings.kind', '=', kind)]),
    ),
  ]);

/** Postings of these kinds as findings that name the posting. */
const booked = (db: Kysely<Schema>, kinds: readonly PostingKind[]) =>
  db
    .selectFrom('postings')
    .select([sql<string>`'posting ' || postings.id`.as('id'), sql.lit(0).as('amount')])
    .where('postings.kind', 'in', kinds);
