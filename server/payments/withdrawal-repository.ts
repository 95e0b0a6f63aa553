import type { Kysely, Selectable } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import { foreignAmount } from '../../shared/domain/foreign-amount.ts';
import { money } from '../../shared/domain/money.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import type { Schema } from '../store/schema.ts';
import { destinationRow, toDestination } from './destination.ts';
import type { DrawStatus, RequestReads, RequestWrites, Withdrawal } from './payment-records.ts';

const WAITING: DrawStatus = 'pending';

export function withdrawalRepository(
  db: Kysely<Schema>,
): RequestReads<Withdrawal, DrawStatus> & RequestWrites<Withdrawal, DrawStatus> {
  const latest = () => db.selectFrom('withdrawals').selectAll().orderBy('id', 'desc');
  const count = async (rows: ReturnType<typeof counted>) =>
    Number((await rows.executeTakeFirstOrThrow()).count);
  const counted = (account: AccountId) =>
    db
      .selectFrom('withdrawals')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', account);
  return {
    async byId(id) {
      const row = await latest().where('id', '=', id).executeTakeFirst();
      return row && toWithdrawal(row);
    },
    async page(account, kind, offset, limit) {
      const rows = latest().where('account_id', '=', account).where('kind', '=', kind);
      return (await rows.limit(limit).offset(offset).execute()).map(toWithdrawal);
    },
    count: (account, kind) => count(counted(account).where('kind', '=', kind)),
    async latest(limit, status) {
      const rows = latest().limit(limit);
      const found = status === undefined ? rows : rows.where('status', '=', status);
      return (await found.execute()).map(toWithdrawal);
    },
    async insert(withdrawal) {
      await db.insertInto('withdrawals').values(toRow(withdrawal)).execute();
    },
    countWaiting: (account) => count(counted(account).where('status', '=', WAITING)),
    async handle(id, { status, remark, at }) {
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
  accountId: row.account_id as AccountId,
  kind: row.kind === 'coin' ? 'coin' : 'bank',
  currencyCode: row.currency_code,
  protocol: row.protocol,
  amount: money(row.amount),
  fee: money(row.fee),
  net: foreignAmount(row.net),
  destination: toDestination(row),
  memo: row.memo,
  status: row.status as DrawStatus,
  remark: row.remark,
  createdAt: timestampMs(row.created_at),
});
