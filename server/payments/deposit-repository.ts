import type { Selectable } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import type { ForeignAmount } from '../../shared/domain/foreign-amount.ts';
import type { Money } from '../../shared/domain/money.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Db, Schema } from '../store/schema.ts';
import type { DepositStatus, PaymentKind } from './payment-tables.ts';

export interface Deposit {
  readonly id: number;
  readonly accountId: AccountId;
  readonly kind: PaymentKind;
  readonly currencyCode: string;
  /** The amount its owner reports as paid in. */
  readonly number: ForeignAmount;
  /** The booked amount, at the price of the day. */
  readonly amount: Money;
  /** The address or bank account it was paid to. */
  readonly paidTo: string;
  /** URL of the picture that proves the payment. */
  readonly proof: string;
  readonly status: DepositStatus;
  /** Reason for a rejection; otherwise empty. */
  readonly remark: string;
  readonly createdAt: TimestampMs;
}

const WAITING: DepositStatus = 'unchecked';

export function depositRepository(db: Db) {
  const latest = () => db.selectFrom('deposits').selectAll().orderBy('id', 'desc');
  const count = async (rows: ReturnType<typeof counted>) =>
    Number((await rows.executeTakeFirstOrThrow()).count);
  const counted = (account: AccountId) =>
    db
      .selectFrom('deposits')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', account);
  return {
    async byId(id: number): Promise<Deposit | undefined> {
      const row = await latest().where('id', '=', id).executeTakeFirst();
      return row && toDeposit(row);
    },
    /** Of one account, latest first. */
    async page(
      account: AccountId,
      kind: PaymentKind,
      offset: number,
      limit: number,
    ): Promise<readonly Deposit[]> {
      const rows = latest().where('account_id', '=', account).where('kind', '=', kind);
      return (await rows.limit(limit).offset(offset).execute()).map(toDeposit);
    },
    count: (account: AccountId, kind: PaymentKind) => count(counted(account).where('kind', '=', kind)),
    /** Of all accounts, latest first. */
    async latest(limit: number, status?: DepositStatus): Promise<readonly Deposit[]> {
      const rows = latest().limit(limit);
      const found = status === undefined ? rows : rows.where('status', '=', status);
      return (await found.execute()).map(toDeposit);
    },
    async insert(deposit: Deposit): Promise<void> {
      await db.insertInto('deposits').values(toRow(deposit)).execute();
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
      }: { readonly status: DepositStatus; readonly remark: string; readonly at: TimestampMs },
    ): Promise<boolean> {
      const result = await db
        .updateTable('deposits')
        .set({ status, remark, handled_at: at })
        .where('id', '=', id)
        .where('status', '=', WAITING)
        .executeTakeFirst();
      return result.numUpdatedRows === 1n;
    },
  };
}

const toRow = (deposit: Deposit) => ({
  id: deposit.id,
  account_id: deposit.accountId,
  kind: deposit.kind,
  currency_code: deposit.currencyCode,
  number: deposit.number,
  amount: deposit.amount,
  paid_to: deposit.paidTo,
  proof: deposit.proof,
  status: deposit.status,
  remark: deposit.remark,
  created_at: deposit.createdAt,
});

const toDeposit = (row: Selectable<Schema['deposits']>): Deposit => ({
  id: row.id,
  accountId: row.account_id,
  kind: row.kind,
  currencyCode: row.currency_code,
  number: row.number,
  amount: row.amount,
  paidTo: row.paid_to,
  proof: row.proof,
  status: row.status,
  remark: row.remark,
  createdAt: row.created_at,
});
