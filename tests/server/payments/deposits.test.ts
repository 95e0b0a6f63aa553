import { describe, expect, it } from 'vitest';
import { ledgerRepository } from '../../../server/ledger/ledger-repository.ts';
import { houseAccount } from '../../../server/ledger/posting.ts';
import { depositRepository } from '../../../server/payments/payment-request-repository.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { ratio } from '../../../shared/domain/foreign-amount.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { MAX_WAITING_PAYMENTS } from '../../../shared/limits.ts';
import { codeOf, good, ticket } from '../../helpers/dealing.ts';
import { coins, refused, startPayments, TRC20, wrong } from './payments-scene.ts';

/** JPY in the initial options: one is worth 0.0065 USD. */
const YEN = 3;

async function prepared() {
  const scene = await startPayments();
  const account = await scene.openReal();
  const proof = await scene.picture(account);
  const balance = async () => (await scene.exchange.figures(account)).balance;
  const submit = async (number: number, cid?: string) =>
    scene.payments.deposits.submitCoin(account, { ...TRC20, number: coins(number), proof, cid });
  return { ...scene, account, proof, balance, submit };
}

describe('a deposit', () => {
  it('books nothing before it is approved, and then its worth', async () => {
    const { payments, account, proof, balance, store } = await prepared();
    const yen = good(
      await payments.deposits.submitBank(account, { bankId: YEN, number: coins(100_000.5), proof }),
    );
    expect(yen).toMatchObject({ kind: 'bank', currencyCode: 'JPY', status: 'unchecked', remark: '' });
    expect(await balance()).toBe(0);
    expect(good(await payments.deposits.approve(yen.id)).status).toBe('finished');
    expect(await balance()).toBe(moneyFromWire(650.00325));
    const house = (await ledgerRepository(store.read).balances()).get(houseAccount('real', 'deposits'));
    expect(house).toBe(moneyFromWire(-650.00325));
    expect((await payments.deposits.page(account, 'bank', 1)).list).toMatchObject([
      { id: yen.id, status: 'finished' },
    ]);
  });

  it('is booked at the price of the day it was sent', async () => {
    const { payments, balance, submit } = await prepared();
    const { id } = good(await submit(10));
    good(await payments.coins.change(TRC20.coinId, { usdPrice: ratio(2_000_000) }));
    good(await payments.deposits.approve(id));
    expect(await balance()).toBe(moneyFromWire(10));
  });

  // spec: 4.14
  it('approved fifty times at once is booked once', async () => {
    const { payments, balance, submit } = await prepared();
    const { id } = good(await submit(10));
    const answers = await Promise.all(Array.from({ length: 50 }, () => payments.deposits.approve(id)));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect(answers.filter((answer) => codeOf(answer) === CODE.conflict)).toHaveLength(49);
    expect(await balance()).toBe(moneyFromWire(10));
  });

  // spec: 4.14
  it('is either booked or rejected if both are requested at once', async () => {
    const { payments, balance, submit } = await prepared();
    for (let round = 0; round < 10; round++) {
      const before = await balance();
      const { id } = good(await submit(1));
      const steps = [
        () => payments.deposits.approve(id),
        () => payments.deposits.reject(id, 'Nothing came'),
        () => payments.deposits.invalidate(id),
      ];
      const order = round % 2 === 0 ? steps : steps.reverse();
      const answers = await Promise.all(order.map((step) => step()));
      expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
      const stored = await payments.deposits.find(id);
      expect((await balance()) - before).toBe(stored?.status === 'finished' ? moneyFromWire(1) : 0);
    }
  });

  it.each([
    ['approve', 'finished', ''],
    ['reject', 'rejected', 'Nothing came'],
    ['invalidate', 'invalid', ''],
  ] as const)('keeps the operator’s decision %s', async (step, status, remark) => {
    const { payments, account, submit } = await prepared();
    const { id } = good(await submit(10));
    good(await payments.deposits[step](id, 'Nothing came'));
    for (const again of ['approve', 'reject', 'invalidate'] as const) {
      expect(codeOf(await payments.deposits[again](id, 'Again'))).toBe(CODE.conflict);
    }
    expect((await payments.deposits.page(account, 'coin', 1)).list).toMatchObject([{ id, status, remark }]);
  });

  it('is refused for wrong values, and leaves nothing behind', async () => {
    const { payments, account, proof, openReal, ...scene } = await prepared();
    const others = await scene.picture(await openReal());
    const asked = { ...TRC20, number: coins(10), proof };
    const { submitCoin, submitBank, page } = payments.deposits;
    expect(await submitCoin(account, { ...asked, coinId: 99 })).toMatchObject(refused(CODE.notFound));
    expect(await submitCoin(account, { ...asked, address: 'Elsewhere' })).toMatchObject(wrong('address'));
    expect(await submitCoin(account, { ...asked, proof: others })).toMatchObject(wrong('proofImg'));
    expect(await submitCoin(account, { ...asked, proof: '/files/x.jpg' })).toMatchObject(wrong('proofImg'));
    expect(await submitCoin(account, { ...asked, cid: 'short' })).toMatchObject(wrong('cid'));
    const bank = { bankId: YEN, number: coins(10), proof };
    expect(await submitBank(account, { ...bank, bankId: 99 })).toMatchObject(refused(CODE.notFound));
    // 0.00006 yen are less than half a millionth of a dollar.
    expect(await submitBank(account, { ...bank, number: coins(0.00006) })).toMatchObject(wrong('number'));
    good(await payments.banks.change(YEN, { usdPrice: ratio(1_000_000_000) }));
    expect(await submitBank(account, { ...bank, number: coins(9e9) })).toMatchObject(wrong('number'));
    good(await payments.banks.remove(YEN));
    expect(await submitBank(account, bank)).toMatchObject(refused(CODE.notFound));
    for (const kind of ['coin', 'bank'] as const) expect((await page(account, kind, 1)).total).toBe(0);
  });

  // spec: 3.10
  it('commands of the operator are refused without a deposit and without a remark', async () => {
    const { payments, submit } = await prepared();
    const { id } = good(await submit(10));
    for (const remark of ['', '  ', 'a\nb', 'x'.repeat(501), '<b>no</b>']) {
      expect(await payments.deposits.reject(id, remark)).toMatchObject(wrong('remark'));
    }
    for (const step of ['approve', 'reject', 'invalidate'] as const) {
      expect(codeOf(await payments.deposits[step](id + 1, 'Nothing came'))).toBe(CODE.notFound);
    }
    expect(await payments.deposits.find(id)).toMatchObject({ status: 'unchecked' });
  });

  it('of a demo account cannot even be approved', async () => {
    const { payments, openAccount, ...scene } = await prepared();
    const demo = await openAccount();
    const asked = { ...TRC20, number: coins(10), proof: await scene.picture(demo) };
    const { id } = good(await payments.deposits.submitCoin(demo, asked));
    expect(codeOf(await payments.deposits.approve(id))).toBe(CODE.notForDemo);
    expect(await payments.deposits.find(id)).toMatchObject({ status: 'unchecked' });
  });

  it('is refused while too many of the user’s deposits wait', async () => {
    const { payments, account, submit, store } = await prepared();
    const first = good(await submit(10));
    await store.write(async (transaction) => {
      for (let i = 1; i < MAX_WAITING_PAYMENTS; i++)
        await depositRepository(transaction).insert({ ...first, id: 1_000 + i });
    });
    expect(await submit(10)).toMatchObject({
      error: { code: CODE.conflict, facts: { reason: 'tooManyWaiting' } },
    });
    good(await payments.deposits.invalidate(first.id));
    good(await submit(10));
    expect((await payments.deposits.page(account, 'coin', 1)).total).toBe(MAX_WAITING_PAYMENTS + 1);
  });

  it('first pays back the house’s advances', async () => {
    const { payments, account, exchange, market, submit, store } = await prepared();
    good(await payments.adjust(account, moneyFromWire(3_000), 'For the test'));
    market.tick('EURUSD', 1.2);
    const lost = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    good(await exchange.submit(account, ticket('EURUSD', 'sell')));
    market.tick('EURUSD', 1.16);
    good(await exchange.close(account, lost.id, undefined, undefined));
    expect(await ledgerRepository(store.read).standing(account)).toMatchObject({
      balance: 0,
      advance: moneyFromWire(1_000),
    });
    good(await payments.deposits.approve(good(await submit(1_500)).id));
    expect(await ledgerRepository(store.read).standing(account)).toMatchObject({
      balance: moneyFromWire(500),
      advance: 0,
    });
  });
});
