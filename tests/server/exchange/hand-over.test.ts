import { expect, it } from 'vitest';
import { loadAccounts } from '../../../server/exchange/load.ts';
import type { AccountState } from '../../../server/exchange/state.ts';
import { createTickRecorder } from '../../../server/feed/past-ticks.ts';
import { ElsewhereError } from '../../../server/store/errors.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { price } from '../../../shared/domain/price.ts';
import { good, startDealing, ticket } from '../../helpers/dealing.ts';
import type { ScriptedMarket } from '../../helpers/scripted-market.ts';

const ALL = () => true;

/** Frames of one tick each, to the exchange and to the record of past ticks. */
function frames(market: ScriptedMarket, recorder: ReturnType<typeof createTickRecorder>) {
  let sentMs: number = market.now();
  return (decimal: number) => {
    sentMs += 20;
    market.pass(20);
    recorder.reach(sentMs);
    recorder.take(instrumentId(1), market.now(), Math.round(decimal * 100_000), sentMs);
    market.tick('EURUSD', decimal);
  };
}

it('forgets accounts that another process deals for, and acts on their orders when they are back', async () => {
  let isDealt = true;
  const dealing = await startDealing({ isDealt: () => isDealt });
  const { exchange, market } = dealing;
  const account = await dealing.openAccount();
  market.tick('EURUSD', 1.1);
  const order = good(await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.01, stopLoss: 1.09 })));

  await exchange.release(ALL, () => {
    isDealt = false;
  });
  market.tick('EURUSD', 1.08);
  await dealing.clock.advance(5_000);
  await expect(exchange.cancel(account, order.id)).rejects.toThrow(ElsewhereError);
  expect((await exchange.figures(account)).balance).toBeGreaterThan(0);
  expect(dealing.events.at(-1)?.closedIds).toEqual([]);

  isDealt = true;
  await exchange.take(ALL);
  await dealing.settled(account);
  expect(dealing.events.at(-1)?.closedIds).toEqual([order.id]);
});

it('tells what a write without a definite answer has stored, though another process deals from then on', async () => {
  let [isDealt, isAnswered] = [true, true];
  const dealing = await startDealing({
    isDealt: () => isDealt,
    wrapStore: (store) => ({
      ...store,
      async write(work) {
        const stored = await store.write(work);
        if (!isAnswered) throw new Error('the connection is lost');
        return stored;
      },
    }),
  });
  const { exchange, market } = dealing;
  const account = await dealing.openAccount();
  market.tick('EURUSD', 1.1);
  const buy = ticket('EURUSD', 'buy', { lots: 0.01 });
  const first = good(await exchange.submit(account, buy));
  isAnswered = false;
  await expect(exchange.submit(account, buy)).rejects.toThrow('lost');
  isAnswered = true;
  expect(dealing.events).toHaveLength(1);
  await exchange.release(ALL, () => {
    isDealt = false;
  });
  const stored = await exchange.working(account);
  expect(stored).toHaveLength(2);
  const told = dealing.events.at(-1)?.orders.map(({ id }) => id);
  expect(new Set(told)).toEqual(new Set(stored.map(({ id }) => id)));
  expect(told).toContain(first.id);
});

it('stores a stop that has moved before another process deals', async () => {
  let isDealt = true;
  const dealing = await startDealing({ isDealt: () => isDealt });
  const { exchange, market } = dealing;
  const account = await dealing.openAccount();
  market.tick('EURUSD', 1.1);
  good(await exchange.submit(account, { ...ticket('EURUSD', 'buy', { lots: 0.01 }), trailPoints: 1_000 }));
  market.tick('EURUSD', 1.2);
  await exchange.release(ALL, () => {
    isDealt = false;
  });
  const [stored] = await dealing.store.read.selectFrom('orders').select('stop_loss').execute();
  expect(stored?.stop_loss).toBe(price(119_000));
});

it('acts on the tick that touched a stop while nobody dealt for its account, though the price is back', async () => {
  let isDealt = true;
  const recorder = createTickRecorder();
  const dealing = await startDealing({ isDealt: () => isDealt, past: recorder });
  const { exchange, market } = dealing;
  const tick = frames(market, recorder);
  const [touched, waiting, trailing, later] = [
    await dealing.openAccount(),
    await dealing.openAccount(),
    await dealing.openAccount(),
    await dealing.openAccount(),
  ];
  const buy = (stops: object) => ticket('EURUSD', 'buy', { lots: 0.01, ...stops });
  // This price was before any of the orders.
  tick(1.05);
  tick(1.1);
  const stopped = good(await exchange.submit(touched, buy({ stopLoss: 1.09 })));
  const filled = good(
    await exchange.submit(waiting, {
      ...buy({ stopLoss: 1.07 }),
      kind: { type: 'pending', targetPrice: price(108_500) },
    }),
  );
  const trailed = good(
    await exchange.submit(trailing, { ...ticket('EURUSD', 'buy', { lots: 0.01 }), trailPoints: 1_000 }),
  );
  const kept = good(await exchange.submit(later, buy({ stopLoss: 1.06 })));

  await exchange.release(ALL, () => {
    isDealt = false;
  });
  for (const one of [1.2, 1.195, 1.08, 1.2]) tick(one);
  isDealt = true;
  await exchange.take(ALL);
  for (const account of [touched, waiting, trailing, later]) await dealing.settled(account);
  const closed = async (account: typeof touched) => (await exchange.deals(account, 'closed', 1)).orders;
  expect(await closed(touched)).toMatchObject([{ id: stopped.id, reason: 'stop-loss', closePrice: 108_000 }]);
  expect(await exchange.working(waiting)).toMatchObject([
    { id: filled.id, status: 'open', openPrice: 108_000 },
  ]);
  expect(await closed(trailing)).toMatchObject([
    { id: trailed.id, reason: 'trailing-stop', closePrice: 108_000 },
  ]);
  expect(await exchange.working(later)).toMatchObject([{ id: kept.id }]);
  // Set after that price was reached: it does not count.
  good(await exchange.setStops(later, kept.id, { stopLoss: price(109_000) }));
  await exchange.release(ALL, () => undefined);
  await exchange.take(ALL);
  await dealing.settled(later);
  expect(await exchange.working(later)).toMatchObject([{ id: kept.id }]);
});

it('acts on a tick that touched a stop just before the market closed, and on none from after that', async () => {
  let isDealt = true;
  const recorder = createTickRecorder();
  let closedMs = Number.POSITIVE_INFINITY;
  const dealing = await startDealing({
    isDealt: () => isDealt,
    past: recorder,
    wrapMarket: async (market) => ({
      ...market,
      sessions: (_, fromMs, toMs) => [[fromMs, Math.min(toMs, closedMs)]],
    }),
  });
  const { exchange, market } = dealing;
  const tick = frames(market, recorder);
  const [touched, other] = [await dealing.openAccount(), await dealing.openAccount()];
  tick(1.1);
  const buy = (stopLoss: number) => ticket('EURUSD', 'buy', { lots: 0.01, stopLoss });
  const stopped = good(await exchange.submit(touched, buy(1.09)));
  const kept = good(await exchange.submit(other, buy(1.06)));
  await exchange.release(ALL, () => {
    isDealt = false;
  });
  tick(1.08);
  closedMs = market.now() + 1;
  market.session('EURUSD', { status: 'closed' });
  tick(1.05);
  tick(1.1);
  isDealt = true;
  await exchange.take(ALL);
  for (const account of [touched, other]) await dealing.settled(account);
  const { orders } = await exchange.deals(touched, 'closed', 1);
  expect(orders).toMatchObject([{ id: stopped.id, reason: 'stop-loss', closePrice: 108_000 }]);
  expect(await exchange.working(other)).toMatchObject([{ id: kept.id }]);
});

it('reads of a few accounts what it reads of each, and nothing of the others', async () => {
  const dealing = await startDealing();
  dealing.market.tick('EURUSD', 1.1);
  const accounts: AccountId[] = [];
  for (let i = 0; i < 5; i++) {
    const account = await dealing.openAccount();
    for (let n = 0; n <= i; n++)
      good(await dealing.exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.01 })));
    accounts.push(account);
  }
  const [, one, , other] = accounts;
  const each: AccountState[] = [];
  for (const account of accounts) each.push(...(await loadAccounts(dealing.store.read, account)));
  let orders = 0;
  const counted = dealing.store.read.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      orders += result.rows.filter((row) => 'split_from' in row).length;
      return result;
    },
  });
  const few = await loadAccounts(counted, (account) => account === one || account === other);
  expect(few).toEqual([each[1], each[3]]);
  expect(orders).toBe(2 + 4);
  expect(await loadAccounts(dealing.store.read, ALL)).toEqual(each);
});
