import { Registry } from 'prom-client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { chatRepository } from '../../../server/chat/chat-repository.ts';
import { addBusinessFigures } from '../../../server/http/business-figures.ts';
import { advanceAccount } from '../../../server/ledger/posting.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { good, ticket } from '../../helpers/dealing.ts';
import { coins, startPayments, TRC20 } from '../payments/payments-scene.ts';

const MINUTE_MS = 60_000;

async function scene(sound?: 'errors') {
  const scene = await startPayments(sound && { sound });
  const { store, market, clock, errors } = scene;
  for (const [code, price] of [
    ['EURUSD', 1.2],
    ['USDJPY', 150],
  ] as const)
    market.tick(code, price);
  const registry = new Registry();
  const report = (error: unknown) => errors.push(error);
  onTestFinished(addBusinessFigures(registry, { db: store.read, market, clock, report }));
  /** The figures once they are read anew, as `name{kind}` and number. */
  const figures = async () => {
    clock.advance(30_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const text = await registry.metrics();
    const found = [...text.matchAll(/^pipstream_(\w+?)(?:\{kind="(\w+)"\})? (\S+)$/gm)];
    return Object.fromEntries(
      found.map(([, name, kind, value]) => [kind === undefined ? name : `${name} ${kind}`, Number(value)]),
    );
  };
  return { ...scene, figures };
}

it('requests that wait are counted by kind, with the age of the oldest', async () => {
  const { payments, store, clock, openReal, coinMethod, picture, figures } = await scene();
  expect(await figures()).toMatchObject({
    'waiting_requests deposit': 0,
    'waiting_requests chat': 0,
    'oldest_request_seconds papers': 0,
  });
  const account = await openReal(1_000);
  const { id: methodId } = await coinMethod(account);
  const draw = { currencyId: 1, methodId, amount: moneyFromWire(100), memo: '' };
  const first = good(await payments.withdrawals.request(account, draw));
  good(await payments.withdrawals.request(account, draw));
  const proof = await picture(account);
  good(await payments.deposits.submitCoin(account, { ...TRC20, number: coins(50), proof }));
  const say = (from: 'user' | 'service') =>
    store.write((transaction) =>
      chatRepository(transaction).insert({
        accountId: account,
        from,
        text: 'Hello',
        image: undefined,
        at: clock.wall(),
      }),
    );
  await say('user');
  await say('service');
  clock.advance(10 * MINUTE_MS);
  await say('user');
  clock.advance(10 * MINUTE_MS);
  await say('user');
  const seen = await figures();
  expect(seen).toMatchObject({
    'waiting_requests deposit': 1,
    'waiting_requests withdrawal': 2,
    'waiting_requests papers': 0,
    'waiting_requests chat': 1,
  });
  // Since the first message without an answer.
  expect(seen['oldest_request_seconds chat']).toBeCloseTo(10 * 60 + 30, -1);
  good(await payments.withdrawals.pay(first.id));
  await say('service');
  expect(await figures()).toMatchObject({
    'waiting_requests withdrawal': 1,
    'waiting_requests chat': 0,
    'oldest_request_seconds chat': 0,
  });
});

it('exposure, balances and advances are those of customers with real money', async () => {
  const { exchange, store, market, openReal, openAccount, figures } = await scene('errors');
  const [ann, bob, demo] = [await openReal(10_000), await openReal(5_000), await openAccount()];
  const deal = async (account: typeof ann, code: string, side: 'buy' | 'sell', lots: number) =>
    good(await exchange.submit(account, ticket(code, side, { lots })));
  await deal(ann, 'EURUSD', 'buy', 1);
  await deal(bob, 'EURUSD', 'sell', 0.4);
  await deal(bob, 'USDJPY', 'sell', 0.5);
  await deal(demo, 'EURUSD', 'buy', 3);
  const before = await figures();
  // 0.6 lots of EURUSD at 1.2, and 0.5 lots of USDJPY, which are 50,000 dollars.
  expect(before['exposure_net_usd']).toBeCloseTo(72_000 + 50_000, 6);
  expect(before['exposure_gross_usd']).toBeCloseTo(168_000 + 50_000, 6);
  // What is sold closes at the ask.
  market.tick('EURUSD', 1.2, 1.21);
  market.tick('USDJPY', 150, 151.5);
  const apart = await figures();
  expect(apart['exposure_net_usd']).toBeCloseTo(120_000 - 48_400 + 50_500, 6);
  expect(apart['exposure_gross_usd']).toBeCloseTo(120_000 + 48_400 + 50_500, 6);
  expect(before['customer_balances_usd']).toBe(15_000);
  expect(before['advances_usd']).toBe(0);
  // As after a loss beyond the balance, while positions are open.
  await store.write((transaction) =>
    transaction
      .insertInto('ledger_accounts')
      .values({
        ...{ id: advanceAccount(ann), book: 'real', account_id: ann, floor: null },
        balance: moneyFromWire(-250.5),
      })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ balance: moneyFromWire(-250.5) }))
      .execute(),
  );
  expect((await figures())['advances_usd']).toBe(250.5);
});

it('are unknown, and reported, while the database cannot be read', async () => {
  const { store, market, clock, stop } = await startPayments();
  const registry = new Registry();
  const report = vi.fn();
  const broken = new Proxy(store.read, {
    get: (of, name) => {
      if (name === 'getExecutor') throw new Error('gone');
      return Reflect.get(of, name);
    },
  });
  onTestFinished(addBusinessFigures(registry, { db: broken, market, clock, report }));
  await vi.waitFor(() => expect(report).toHaveBeenCalled());
  expect(await registry.metrics()).toMatch(/^pipstream_exposure_net_usd nan$/im);
  await stop();
});
