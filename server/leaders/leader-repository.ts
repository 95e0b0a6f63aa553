import type { Kysely } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import { type Money, money } from '../../shared/domain/money.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import { balanceAccount } from '../ledger/posting.ts';
import type { Schema } from '../store/schema.ts';

/** Whose account is a simulated trader's. */
export interface LeaderRecord {
  readonly name: string;
  readonly account: AccountId;
  readonly beganAt: TimestampMs;
  /** Until when it has traded through stored candles; undefined before that is done. */
  readonly pastUntil: TimestampMs | undefined;
}

/** What the figures need of one order that was filled. */
export interface Deal {
  readonly openedAt: TimestampMs;
  readonly fee: Money;
  readonly multiple: number;
  readonly showCode: string;
  /** Undefined while it is open. */
  readonly closing: { readonly at: TimestampMs; readonly profit: Money } | undefined;
}

/** Sums over the orders of an account up to a moment. */
export interface DealTotals {
  /** Of the orders closed before it. */
  readonly count: number;
  readonly profit: Money;
  /** Of the orders opened before it. */
  readonly fees: Money;
}

export interface LeaderReads {
  leaders(): Promise<readonly LeaderRecord[]>;
  /** What the account was opened with. */
  opening(account: AccountId): Promise<Money>;
  totalsBefore(account: AccountId, before: TimestampMs): Promise<DealTotals>;
  /** All orders that were closed at `from` or later, and those that are open. */
  dealsSince(account: AccountId, from: TimestampMs): Promise<readonly Deal[]>;
}

export interface LeaderWrites {
  insert(leader: LeaderRecord): Promise<void>;
  /** @returns whether it had no past yet */
  endPast(name: string, until: TimestampMs): Promise<boolean>;
}

export function leaderRepository(db: Kysely<Schema>): LeaderReads & LeaderWrites {
  const filledBy = (account: AccountId) =>
    db.selectFrom('orders').where('account_id', '=', account).where('status', 'in', ['open', 'closed']);
  return {
    async leaders() {
      const rows = await db.selectFrom('leaders').selectAll().execute();
      return rows.map((row) => ({
        name: row.name,
        account: row.account_id as AccountId,
        beganAt: timestampMs(row.began_at),
        pastUntil: row.past_until === null ? undefined : timestampMs(row.past_until),
      }));
    },
    async opening(account) {
      const row = await db
        .selectFrom('entries')
        .select('amount')
        .where('ledger_account_id', '=', balanceAccount(account))
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      return money(row?.amount ?? 0);
    },
    async totalsBefore(account, before) {
      const closed = await filledBy(account)
        .where('ended_at', '<', before)
        .select(({ fn }) => [
          fn.countAll<number>().as('count'),
          fn.sum<number | null>('realised_pnl').as('profit'),
        ])
        .executeTakeFirst();
      const opened = await filledBy(account)
        .where('created_at', '<', before)
        .select(({ fn }) => fn.sum<number | null>('fee').as('fees'))
        .executeTakeFirst();
      return {
        count: Number(closed?.count ?? 0),
        profit: money(Number(closed?.profit ?? 0)),
        fees: money(Number(opened?.fees ?? 0)),
      };
    },
    async dealsSince(account, from) {
      const rows = await filledBy(account)
        .select(['created_at', 'fee', 'multiple', 'show_code', 'ended_at', 'realised_pnl'])
        .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>=', from)]))
        .orderBy('id')
        .execute();
      return rows.map((row) => ({
        openedAt: timestampMs(row.created_at),
        fee: money(row.fee ?? 0),
        multiple: row.multiple,
        showCode: row.show_code,
        closing:
          row.ended_at === null
            ? undefined
            : { at: timestampMs(row.ended_at), profit: money(row.realised_pnl ?? 0) },
      }));
    },
    async insert({ name, account, beganAt, pastUntil }) {
      await db
        .insertInto('leaders')
        .values({ name, account_id: account, began_at: beganAt, past_until: pastUntil ?? null })
        .execute();
    },
    async endPast(name, until) {
      const { numUpdatedRows } = await db
        .updateTable('leaders')
        .set({ past_until: until })
        .where('name', '=', name)
        .where('past_until', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
  };
}
