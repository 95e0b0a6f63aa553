import type { Selectable } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import type { ForeignAmount } from '../../shared/domain/foreign-amount.ts';
import type { Money } from '../../shared/domain/money.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Db, Schema } from '../store/schema.ts';
import { type Destination, destinationRow, toDestination } from './draw-method-repository.ts';
import type { DrawStatus, PaymentKind } from './payment-tables.ts';

export interface Withdrawal {
  readonly id: number;
  readonly accountId: AccountId;
  readonly kind: PaymentKind;
  readonly currencyCode: string;
  readonly protocol: string;
  /** The requested amount, fee included. */
  readonly amount: Money;
  readonly fee: Money;
  /** The amount paid out. */
  readonly net: ForeignAmount;
  /** A copy made when the withdrawal was requested. */
  readonly destination: Destination;
  /** The owner's note. */
  readonly memo: string;
  readonly status: DrawStatus;
  /** Reason for a rejection; otherwise empty. */
  readonly remark: string;
  readonly createdAt: TimestampMs;
}

const WAITING: DrawStatus = 'pending';

export function withdrawalRepository(db: Db) {
  const latest = () => db.selectFrom('withdrawals').selectAll().orderBy('id', 'desc');
  const count = async (rows: ReturnType<typeof counted>) =>
    Number((await rows.executeTakeFirstOrThrow()).count);
  const counted = (account: AccountId) =>
    db
      .selectFrom('withdrawals')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', account);
  return {
    async byId(id: number): Promise<Withdrawal | undefined> {
      const row = await latest().where('id', '=', id).executeTakeFirst();
      return row && toWithdrawal(row);
    },
    /** Of one account, latest first. */
    async page(
      account: AccountId,
      kind: PaymentKind,
      offset: number,
      limit: number,
    ): Promise<readonly Withdrawal[]> {
      const rows = latest().where('account_id', '=', account).where('kind', '=', kind);
      return (await rows.limit(limit).offset(offset).execute()).map(toWithdrawal);
    },
    count: (account: AccountId, kind: PaymentKind) => count(counted(account).where('kind', '=', kind)),
    /** Of all accounts, latest first. */
    async latest(limit: number, status?: DrawStatus): Promise<readonly Withdrawal[]> {
      const rows = latest().limit(limit);
      const found = status === undefined ? rows : rows.where('status', '=', status);
      return (await found.execute()).map(toWithdrawal);
    },
    async insert(withdrawal: Withdrawal): Promise<void> {
      await db.insertInto('withdrawals').values(toRow(withdrawal)).execute();
    },
    /** Number of an account's requests waiting for the operator. */
    countWaiting: (account: AccountId) => count(counted(account).where('status', '=', WAITING)),
    /**
     * Stores the operator's decision. @returns false if the request was already decided: then nothing was
     * written
     */
    async handle(
      id: number,
      {
        status,
        remark,
        at,
      }: { readonly status: DrawStatus; readonly remark: string; readonly at: TimestampMs },
    ): Promise<boolean> {
      const result = await db
        .updateTable('withdrawals')
        .set({ status, remark, handled_at: at })
        .where('id', '=', id)
        .where('status', '=', WAITING)
        .executeTakeFirst();
      return result.numUpdatedRows === 1n;
    },
  };
}

const toRow = (withdrawal: Withdrawal) => ({
  id: withdrawal.id,
  account_id: withdrawal.accountId,
  kind: withdrawal.kind,
  currency_code: withdrawal.currencyCode,
  protocol: withdrawal.protocol,
  amount: withdrawal.amount,
  fee: withdrawal.fee,
  net: withdrawal.net,
  ...destinationRow(withdrawal.destination),
  memo: withdrawal.memo,
  status: withdrawal.status,
  remark: withdrawal.remark,
  created_at: withdrawal.createdAt,
});

const toWithdrawal = (row: Selectable<Schema['withdrawals']>): Withdrawal => ({
  id: row.id,
  accountId: row.account_id,
  kind: row.kind,
  currencyCode: row.currency_code,
  protocol: row.protocol,
  amount: row.amount,
  fee: row.fee,
  net: row.net,
  destination: toDestination(row),
  memo: row.memo,
  status: row.status,
  remark: row.remark,
  createdAt: row.created_at,
});
