import { describe, expect, it } from 'vitest';
import { auditBooks } from '../../../server/audit/audit.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { good } from '../../helpers/dealing.ts';
import { runSql } from '../../helpers/raw-sql.ts';
import { onEachDatabase, openTestStore, type StorePlace, type TestStores } from '../../helpers/stores.ts';
import { coins, startPayments, TRC20 } from '../payments/payments-scene.ts';

/** A change made directly in the database, its repair, and the rules that it breaks. */
const breaks: readonly (readonly [string, string, string, readonly string[]])[] = [
  [
    'a withdrawal in review was taken for paid',
    "UPDATE withdrawals SET status = 'paid' WHERE id = 3",
    "UPDATE withdrawals SET status = 'pending' WHERE id = 3",
    ['hold-is-pending-withdrawals', 'withdrawal-is-booked'],
  ],
  [
    'a paid withdrawal was taken for one in review',
    "UPDATE withdrawals SET status = 'pending' WHERE id = 1",
    "UPDATE withdrawals SET status = 'paid' WHERE id = 1",
    ['hold-is-pending-withdrawals', 'withdrawal-is-booked'],
  ],
  [
    'a paid withdrawal was taken for rejected',
    "UPDATE withdrawals SET status = 'rejected' WHERE id = 1",
    "UPDATE withdrawals SET status = 'paid' WHERE id = 1",
    ['withdrawal-is-booked', 'withdrawal-is-booked'],
  ],
  [
    'a withdrawal in review grew',
    'UPDATE withdrawals SET amount = amount + 1 WHERE id = 3',
    'UPDATE withdrawals SET amount = amount - 1 WHERE id = 3',
    ['hold-is-pending-withdrawals', 'withdrawal-is-booked'],
  ],
  [
    'a withdrawal changed hands',
    'UPDATE withdrawals SET account_id = 2 WHERE id = 1',
    'UPDATE withdrawals SET account_id = 1 WHERE id = 1',
    ['withdrawal-is-booked', 'withdrawal-is-booked', 'withdrawal-is-booked'],
  ],
  [
    'a deposit was taken for finished',
    "UPDATE deposits SET status = 'finished' WHERE id = 2",
    "UPDATE deposits SET status = 'unchecked' WHERE id = 2",
    ['deposit-is-booked-once'],
  ],
  [
    'a finished deposit was taken for rejected',
    "UPDATE deposits SET status = 'rejected' WHERE id = 1",
    "UPDATE deposits SET status = 'finished' WHERE id = 1",
    ['deposit-is-booked-once'],
  ],
  [
    'a finished deposit grew',
    'UPDATE deposits SET amount = amount + 1 WHERE id = 1',
    'UPDATE deposits SET amount = amount - 1 WHERE id = 1',
    ['deposit-is-booked-once'],
  ],
  [
    "a deposit's posting forgot which it was",
    "UPDATE postings SET payment_id = NULL WHERE kind = 'deposit'",
    "UPDATE postings SET payment_id = 1 WHERE kind = 'deposit'",
    ['chain-of-postings', 'deposit-is-booked-once', 'deposit-is-booked-once'],
  ],
  [
    'the hold alone was changed',
    "UPDATE ledger_accounts SET balance = balance + 5 WHERE id = 'hold:1'",
    "UPDATE ledger_accounts SET balance = balance - 5 WHERE id = 'hold:1'",
    ['balance-is-sum-of-entries', 'hold-is-pending-withdrawals'],
  ],
  [
    'a hold fell below zero',
    "UPDATE ledger_accounts SET balance = balance - 30000001 WHERE id = 'hold:1'",
    "UPDATE ledger_accounts SET balance = balance + 30000001 WHERE id = 'hold:1'",
    ['balance-is-sum-of-entries', 'floor', 'hold-is-pending-withdrawals'],
  ],
  [
    'a withdrawal was lost',
    'DELETE FROM withdrawals WHERE id = 3',
    'SELECT 1',
    ['hold-is-pending-withdrawals', 'withdrawal-is-booked'],
  ],
];

/** One deposit finished, one waiting; one withdrawal in review, one paid, one rejected. */
async function prepared(stores: TestStores): Promise<StorePlace> {
  const place = await stores.place();
  const { dataDir, database } = place;
  const till = await startPayments({ dataDir, ...(database === undefined ? {} : { database }) });
  const account = await till.openReal(1_000);
  await till.openReal();
  const { id: methodId } = await till.coinMethod(account);
  const proof = await till.picture(account);
  const { deposits, withdrawals } = till.payments;
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
  await till.stop();
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
