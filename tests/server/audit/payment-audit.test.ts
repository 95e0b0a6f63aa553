import { describe, expect, it } from 'vitest';
import { auditBooks } from '../../../server/audit/audit.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { good } from '../../helpers/dealing.ts';
import { runSql } from '../../helpers/raw-sql.ts';
import { onEachDatabase, openTestStore, type StorePlace, type TestStores } from '../../helpers/stores.ts';
import { coins, startPayments, TRC20 } from '../payments/payments-scene.ts';

type Change = readonly [sql: string, undo: string];
type Table = 'withdrawals' | 'deposits';

const set = (table: string, column: string, before: string, after: string, where: string): Change => {
  const to = (value: string) => `UPDATE ${table} SET ${column} = ${value} WHERE ${where}`;
  return [to(after), to(before)];
};
const became = (table: Table, id: number, before: string, after: string) =>
  set(table, 'status', `'${before}'`, `'${after}'`, `id = ${id}`);
const grew = (table: Table, id: number) => set(table, 'amount', 'amount - 1', 'amount + 1', `id = ${id}`);
const hold = (by: number) =>
  set('ledger_accounts', 'balance', `balance - ${by}`, `balance + ${by}`, "id = 'hold:1'");

const [HOLD, SUM] = ['hold-is-pending-withdrawals', 'balance-is-sum-of-entries'];
const [PAID_OUT, PAID_IN] = ['withdrawal-is-booked', 'deposit-is-booked-once'];

/** A change made directly in the database, its repair, and the rules that it breaks. */
const breaks: readonly (readonly [string, ...Change, readonly string[]])[] = [
  ['a withdrawal in review, for paid', ...became('withdrawals', 3, 'pending', 'paid'), [HOLD, PAID_OUT]],
  ['a paid withdrawal, for one in review', ...became('withdrawals', 1, 'paid', 'pending'), [HOLD, PAID_OUT]],
  ['a paid withdrawal, for rejected', ...became('withdrawals', 1, 'paid', 'rejected'), [PAID_OUT, PAID_OUT]],
  ['a withdrawal in review grew', ...grew('withdrawals', 3), [HOLD, PAID_OUT]],
  [
    'a withdrawal changed hands',
    ...set('withdrawals', 'account_id', '1', '2', 'id = 1'),
    [PAID_OUT, PAID_OUT, PAID_OUT],
  ],
  ['a deposit in review, for finished', ...became('deposits', 2, 'unchecked', 'finished'), [PAID_IN]],
  ['a finished deposit, for rejected', ...became('deposits', 1, 'finished', 'rejected'), [PAID_IN]],
  ['a finished deposit grew', ...grew('deposits', 1), [PAID_IN]],
  [
    "a deposit's posting forgot which it was",
    ...set('postings', 'payment_id', '1', 'NULL', "kind = 'deposit'"),
    ['chain-of-postings', PAID_IN, PAID_IN],
  ],
  ['the hold alone was changed', ...hold(5), [SUM, HOLD]],
  ['a hold fell below zero', ...hold(-30_000_001), [SUM, 'floor', HOLD]],
  ['a withdrawal was lost', 'DELETE FROM withdrawals WHERE id = 3', 'SELECT 1', [HOLD, PAID_OUT]],
];

/** One deposit finished, one waiting; one withdrawal in review, one paid, one rejected. */
async function prepared(stores: TestStores): Promise<StorePlace> {
  const place = await stores.place();
  const { dataDir, database } = place;
  const scene = await startPayments({ dataDir, ...(database === undefined ? {} : { database }) });
  const account = await scene.openReal(1_000);
  await scene.openReal();
  const { id: methodId } = await scene.coinMethod(account);
  const proof = await scene.picture(account);
  const { deposits, withdrawals } = scene.payments;
  const paidIn = { ...TRC20, number: coins(10), proof };
  good(await deposits.approve(good(await deposits.submitCoin(account, paidIn)).id));
  good(await deposits.submitCoin(account, paidIn));
  const ask = async (amount: number) => {
    const asked = { currencyId: 1, methodId, amount: moneyFromWire(amount), memo: '' };
    return good(await withdrawals.request(account, asked)).id;
  };
  good(await withdrawals.pay(await ask(10)));
  good(await withdrawals.reject(await ask(20), 'No'));
  await ask(30);
  await scene.stop();
  return place;
}

onEachDatabase((stores) => {
  describe('the check of the books with payments', () => {
    it('reports a broken rule, and nothing before the change or after the repair', async () => {
      const place = await prepared(stores);
      const store = await openTestStore(place);
      for (const [what, sql, undo, rules] of breaks) {
        expect([what, await auditBooks(store.read)]).toEqual([what, []]);
        await runSql(place, sql);
        const broken = (await auditBooks(store.read)).map(({ rule }) => rule);
        // The row's seal shows it too.
        expect([what, ...broken.filter((rule) => rule !== 'seal-of-row')]).toEqual([what, ...rules]);
        await runSql(place, undo);
      }
    });

    it('need not check for a deposit booked twice: the database refuses it', async () => {
      const place = await prepared(stores);
      const columns = 'book, kind, account_id, payment_id, at';
      const again = `INSERT INTO postings (${columns}) SELECT ${columns} FROM postings WHERE kind = 'deposit'`;
      await expect(runSql(place, again)).rejects.toThrow(/unique/i);
    });
  });
});
