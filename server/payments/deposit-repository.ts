import type { Kysely, Selectable } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import { foreignAmount } from '../../shared/domain/foreign-amount.ts';
import { money } from '../../shared/domain/money.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import type { Schema } from '../store/schema.ts';
import type { Deposit, DepositStatus, RequestReads, RequestWrites } from './payment-records.ts';

const WAITING: DepositStatus = 'unchecked';

export function depositRepository(
  db: Kysely<Schema>,
): RequestReads<Deposit, DepositStatus> & RequestWrites<Deposit, DepositStatus> {
  const latest = () => db.selectFrom('deposits').selectAll().orderBy('id', 'desc');
  const count = async (rows: ReturnType<typeof counted>) =>
    Number((await rows.executeTakeFirstOrThrow()).count);
  const counted = (account: AccountId) =>
    db
      .selectFrom('deposits')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', account);
  return {
    async byId(id) {
      const row = await latest().where('id', '=', id).executeTakeFirst();
      return row && toDeposit(row);
    },
    async page(account, kind, offset, limit) {
      const rows = latest().where('account_id', '=', account).where('kind', '=', kind);
      return (await rows.limit(limit).offset(offset).execute()).map(toDeposit);
    },
    count: (account, kind) => count(counted(account).where('kind', '=', kind)),
    async latest(limit, status) {
      const rows = latest().limit(limit);
      const found = status === undefined ? rows : rows.where('status', '=', status);
      return (await found.execute()).map(toDeposit);
    },
    async insert(deposit) {
      await db.insertInto('deposits').values(toRow(deposit)).execute();
    },
    countWaiting: (account) => count(counted(account).where('status', '=', WAITING)),
    async handle(id, { status, remark, at }) {
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
  accountId: row.account_id as AccountId,
  kind: row.kind === 'coin' ? 'coin' : 'bank',
  currencyCode: row.currency_code,
  number: foreignAmount(row.number),
  amount: money(row.amount),
  paidTo: row.paid_to,
  proof: row.proof,
  status: row.status as DepositStatus,
  remark: row.remark,
  createdAt: timestampMs(row.created_at),
});
