import { describe, expect, it } from 'vitest';
import { withdrawalRepository } from '../../../server/payments/payment-request-repository.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { ratio } from '../../../shared/domain/foreign-amount.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { MAX_WAITING_PAYMENTS } from '../../../shared/limits.ts';
import { codeOf, good, ticket } from '../../helpers/dealing.ts';
import { BANK, coins, refused, wrong } from './payments-scene.ts';
import { EUR, owned, startWithdrawals, USDT } from './withdrawal-scene.ts';

describe('a withdrawal', () => {
  it('leaves the balance at once, and the house’s books when it is paid', async () => {
    const { payments, figures, ask, house, account, events } = await startWithdrawals();
    const asked = good(await ask(100, { memo: 'Rent' }));
    expect(asked).toMatchObject({ status: 'pending', fee: moneyFromWire(2), net: coins(98), memo: 'Rent' });
    expect(await figures()).toEqual(owned(900, 100));
    expect(events.at(-1)).toMatchObject({ accountId: account, orders: [], account: owned(900, 100) });
    expect(good(await payments.withdrawals.pay(asked.id)).status).toBe('paid');
    expect(await figures()).toEqual(owned(900, 0));
    expect(events.at(-1)).toMatchObject({ account: owned(900, 0) });
    expect([await house('payouts'), await house('fees')]).toEqual([moneyFromWire(98), moneyFromWire(2)]);
  });

  // spec: 4.15
  it('is refunded when it is rejected', async () => {
    const { payments, figures, ask, house } = await startWithdrawals();
    const { id } = good(await ask(100));
    const rejected = good(await payments.withdrawals.reject(id, 'The address is not yours'));
    expect(rejected).toMatchObject({ status: 'rejected', remark: 'The address is not yours' });
    expect(await figures()).toEqual(owned(1_000, 0));
    expect([await house('payouts'), await house('fees')]).toEqual([0, 0]);
  });

  it('to a bank is paid out in its currency, minus a percentage', async () => {
    const { payments, account } = await startWithdrawals();
    const { id } = good(await payments.methods.bind(account, 'bank', EUR, BANK));
    good(await payments.confirmation.release(id));
    const asked = { currencyId: EUR, methodId: id, amount: moneyFromWire(333.33), memo: '' };
    expect(good(await payments.withdrawals.request(account, asked))).toMatchObject({
      kind: 'bank',
      currencyCode: 'EUR',
      fee: moneyFromWire(3.3333),
      net: coins(296.99703),
      destination: BANK,
    });
  });

  it('keeps terms and destination when currency and method change', async () => {
    const { payments, ask, account, methodId, house } = await startWithdrawals();
    const { id, destination } = good(await ask(100));
    good(
      await payments.currencies.change(USDT, {
        terms: { fee: { type: 'share', of: ratio(0) }, drawRate: ratio(5) },
      }),
    );
    good(await payments.methods.remove(account, methodId));
    good(await payments.currencies.remove(USDT));
    expect(good(await payments.withdrawals.pay(id))).toMatchObject({ destination, net: coins(98) });
    expect(await house('payouts')).toBe(moneyFromWire(98));
  });

  it('is refused when other terms were confirmed, is told the present ones, and holds nothing', async () => {
    const { payments, ask, figures } = await startWithdrawals();
    const cid = 'withdrawal-1';
    const change = (fee: number) =>
      payments.currencies.change(USDT, {
        terms: { fee: { type: 'fixed', amount: moneyFromWire(fee) }, drawRate: ratio(1_000_000) },
      });
    good(await change(5));
    const confirmedNet = coins(98);
    expect(await ask(100, { cid, confirmedNet })).toMatchObject({
      ok: false,
      error: { code: CODE.conflict, facts: { reason: 'terms', real_number: 95 } },
    });
    expect(await figures()).toEqual(owned(1_000, 0));
    const asked = good(await ask(100, { cid, confirmedNet: coins(95) }));
    expect(asked).toMatchObject({ fee: moneyFromWire(5), net: coins(95) });
    // Sent again after another change: it is booked already.
    good(await change(9));
    expect(good(await ask(100, { cid, confirmedNet: coins(91) }))).toEqual(asked);
    expect(await figures()).toEqual(owned(900, 100));
  });

  it.each([
    ['paid', 450],
    ['rejected', 500],
  ] as const)('reviewed fifty times at once is %s once, also while more is held', async (status, left) => {
    const { payments, figures, ask } = await startWithdrawals();
    const { id } = good(await ask(50));
    good(await ask(500));
    const pay = () => payments.withdrawals.pay(id);
    const reject = () => payments.withdrawals.reject(id, 'No');
    const [first, second] = status === 'paid' ? [pay, reject] : [reject, pay];
    const steps = Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? first() : second()));
    const answers = await Promise.all(steps);
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect(answers.filter((answer) => codeOf(answer) === CODE.conflict)).toHaveLength(49);
    expect(await payments.withdrawals.find(id)).toMatchObject({ status });
    expect(await figures()).toEqual(owned(left, 500));
  });

  it('can take the whole balance and not a millionth more', async () => {
    const { figures, ask } = await startWithdrawals();
    expect(codeOf(await ask(1_000.000001))).toBe(CODE.insufficientBalance);
    good(await ask(1_000));
    expect(await figures()).toEqual(owned(0, 1_000));
    expect(codeOf(await ask(3))).toBe(CODE.insufficientBalance);
  });

  it('leaves the margin and the losses of open positions', async () => {
    const { exchange, market, account, figures, ask } = await startWithdrawals({ owns: 2_000 });
    market.tick('EURUSD', 1.2);
    good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    market.tick('EURUSD', 1.197);
    expect(codeOf(await ask(500.000001))).toBe(CODE.insufficientBalance);
    good(await ask(500));
    expect(await figures()).toEqual(owned(1_500, 1_700));
    expect(codeOf(await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.01 })))).toBe(
      CODE.notEnoughMargin,
    );
  });

  it('cannot take profits that are not realised', async () => {
    const { exchange, market, account, ask } = await startWithdrawals({ owns: 2_000 });
    market.tick('EURUSD', 1.2);
    good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    market.tick('EURUSD', 1.3);
    expect(codeOf(await ask(2_000.000001))).toBe(CODE.insufficientBalance);
    good(await ask(2_000));
  });

  it('waits for a price while the value of a position is unknown', async () => {
    const { exchange, market, account, ask } = await startWithdrawals({ owns: 2_000 });
    market.tick('EURUSD', 1.2);
    good(await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.01 })));
    market.list([]);
    expect(codeOf(await ask(100))).toBe(CODE.marketClosed);
  });

  it('of a demo account is refused by the exchange itself', async () => {
    const { payments, openAccount, coinMethod, exchange } = await startWithdrawals();
    const demo = await openAccount();
    const asked = {
      currencyId: USDT,
      methodId: (await coinMethod(demo)).id,
      amount: moneyFromWire(10),
      memo: '',
    };
    expect(codeOf(await payments.withdrawals.request(demo, asked))).toBe(CODE.notForDemo);
    expect(await exchange.figures(demo)).toEqual(owned(100_000, 0));
  });

  it('is refused for wrong values, and holds nothing', async () => {
    const { payments, account, methodId, figures, ask, openReal, coinMethod } = await startWithdrawals();
    const { request } = payments.withdrawals;
    const asked = { currencyId: USDT, methodId, amount: moneyFromWire(100), memo: '' };
    const others = await coinMethod(await openReal());
    for (const not of [{ currencyId: 99 }, { currencyId: EUR }, { methodId: 99 }, { methodId: others.id }]) {
      expect(await request(account, { ...asked, ...not })).toMatchObject(refused(CODE.notFound));
    }
    for (const amount of [1, 2]) expect(await ask(amount)).toMatchObject(wrong('number'));
    expect(await ask(8e9)).toMatchObject(refused(CODE.insufficientBalance));
    for (const memo of ['a\nb', 'x'.repeat(201), '<script>']) {
      expect(await ask(100, { memo })).toMatchObject(wrong('memo'));
    }
    expect(await ask(100, { cid: 'short' })).toMatchObject(wrong('cid'));
    good(
      await payments.currencies.change(USDT, {
        terms: { fee: { type: 'share', of: ratio(0) }, drawRate: ratio(9e14) },
      }),
    );
    expect(await ask(900)).toMatchObject(wrong('number'));
    good(await payments.methods.remove(account, methodId));
    expect(await ask(100)).toMatchObject(refused(CODE.notFound));
    expect(await figures()).toEqual(owned(1_000, 0));
    expect((await payments.withdrawals.page(account, 'coin', 1)).total).toBe(0);
  });

  it('is refused while too many of the user’s withdrawals wait, and then holds nothing', async () => {
    const { payments, ask, figures, store } = await startWithdrawals({ sound: 'errors' });
    const first = good(await ask(10));
    await store.write(async (transaction) => {
      for (let i = 1; i < MAX_WAITING_PAYMENTS; i++)
        await withdrawalRepository(transaction).insert({ ...first, id: 1_000 + i });
    });
    expect(await ask(10)).toMatchObject({
      error: { code: CODE.conflict, facts: { reason: 'tooManyWaiting' } },
    });
    expect(await figures()).toEqual(owned(990, 10));
    good(await payments.withdrawals.pay(first.id));
    good(await ask(10));
  });

  it('is no business of an operator who names none', async () => {
    const { payments, ask } = await startWithdrawals();
    const { id } = good(await ask(10));
    expect(codeOf(await payments.withdrawals.pay(id + 1))).toBe(CODE.notFound);
    expect(codeOf(await payments.withdrawals.reject(id + 1, 'No'))).toBe(CODE.notFound);
    expect(await payments.withdrawals.reject(id, ' ')).toMatchObject(wrong('remark'));
    expect(await payments.withdrawals.find(id)).toMatchObject({ status: 'pending' });
  });
});
