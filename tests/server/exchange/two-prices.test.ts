import { describe, expect, it } from 'vitest';
import { wireStory } from '../../../server/exchange/fold-events.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { encodeOrder } from '../../../shared/contract/order-row.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { type Money, moneyFromWire, moneyToWire } from '../../../shared/domain/money.ts';
import { orderId } from '../../../shared/domain/order.ts';
import { volumeFromWire } from '../../../shared/domain/volume.ts';
import { codeOf, good, INSTRUMENTS, startDealing, ticket } from '../../helpers/dealing.ts';
import { startPayments } from '../payments/payments-scene.ts';
import { points, spread } from './two-price-scene.ts';

describe('an order at the market', () => {
  it.each([
    ['buy', 120_020, 120_100, 80],
    ['sell', 120_000, 120_130, -130],
  ] as const)('to %s opens at %d and closes at %d', async (side, openPrice, closePrice, profit) => {
    const instruments = INSTRUMENTS.map((one) => ({ ...one, feeRateMillionths: 1_000 }));
    const { exchange, account, submit, close, ticks, only } = await spread({ instruments });
    const id = await submit(side);
    const margin = openPrice / 100;
    expect(await only()).toMatchObject({ openPrice, margin: moneyFromWire(margin) });
    await ticks([1.201, 1.2013]);
    const open = await only();
    const mark = exchange.mark(open);
    expect(encodeOrder(open, mark)).toMatchObject({ UpdatePrice: closePrice / 1e5, FactProfits: profit });
    expect((await exchange.deals(account, 'open', 1)).profits).toBe(mark?.pnl);
    expect(await close(id)).toMatchObject({ closePrice, realisedPnl: moneyFromWire(profit) });
    const { balance } = await exchange.figures(account);
    expect(balance).toBe(moneyFromWire(100_000 - margin / 1_000 + profit));
  });

  it.each([
    ['buy', { stopLoss: 1.2 }, CODE.wrongSidePrice],
    ['buy', { stopLoss: 1.1999 }, CODE.success],
    ['buy', { takeProfit: 1.2 }, CODE.wrongSidePrice],
    ['buy', { takeProfit: 1.20001 }, CODE.success],
    ['sell', { stopLoss: 1.2002 }, CODE.wrongSidePrice],
    ['sell', { stopLoss: 1.20021 }, CODE.success],
    ['sell', { takeProfit: 1.2002 }, CODE.wrongSidePrice],
    ['sell', { takeProfit: 1.20019 }, CODE.success],
  ] as const)(
    'to %s with %j at once or later is judged by what it closes at: %d',
    async (side, stops, code) => {
      const { exchange, account, submit } = await spread();
      expect(codeOf(await exchange.submit(account, ticket('EURUSD', side, stops)))).toBe(code);
      const wanted = Object.fromEntries(Object.entries(stops).map(([name, at]) => [name, points(at)]));
      expect(codeOf(await exchange.setStops(account, await submit(side), wanted))).toBe(code);
    },
  );

  it.each([
    ['buy', 119_900],
    ['sell', 120_120],
  ] as const)('to %s trails from what it closes at', async (side, stopLoss) => {
    const { exchange, account, submit, only } = await spread();
    const trailing = await submit(side, { trailPoints: 100 });
    expect(await only()).toMatchObject({ stopLoss });
    good(await exchange.close(account, trailing, undefined, undefined));
    good(await exchange.setStops(account, await submit(side), { trailPoints: 100 }));
    expect(await only()).toMatchObject({ stopLoss });
  });

  it('is closed by a reset and by an operator at its own price', async () => {
    const { exchange, account, submit, ended } = await spread();
    good(await exchange.closeByOperator(account, await submit('sell')));
    await submit('sell');
    good(await exchange.resetDemo(account));
    const ends = (await ended()).map(
      (order) => order.status === 'closed' && [order.reason, order.closePrice],
    );
    expect(ends).toEqual([
      ['reset', 120_020],
      ['operator', 120_020],
    ]);
  });
});

describe('a pending order', () => {
  it.each([
    // Between the prices it lies below one and above the other.
    ['buy', 1.2001, [1.1999, 1.2001], 120_010],
    ['buy', 1.2005, [1.2004, 1.2005], 120_050],
    ['sell', 1.2001, [1.2001, 1.2004], 120_010],
    ['sell', 1.1995, [1.1994, 1.2004], 119_940],
  ] as const)('to %s at %d waits for what it opens at', async (side, target, reached, openPrice) => {
    const { exchange, submit, ticks, only } = await spread();
    await submit(side, { target });
    const waiting = exchange.mark(await only());
    expect(waiting).toEqual({ price: side === 'buy' ? 120_020 : 120_000, pnl: 0 });
    // The other price alone reaches nothing.
    await ticks(side === 'buy' ? [1.19, 1.2002] : [1.2, 1.21]);
    expect(await only()).toMatchObject({ status: 'pending' });
    await ticks(reached);
    expect(await only()).toMatchObject({ status: 'open', openPrice });
  });

  it.each([
    ['buy', 1.2002, 1.2],
    ['sell', 1.2, 1.2002],
  ] as const)(
    'to %s may not be placed or moved at %d, which is the market, but at %d',
    async (side, at, other) => {
      const { exchange, account, submit } = await spread();
      const refused = await exchange.submit(account, ticket('EURUSD', side, { target: at }));
      expect(codeOf(refused)).toBe(CODE.wrongSidePrice);
      await submit(side, { target: other });
      const id = await submit(side, { target: 1.1 });
      const amend = (to: number) => exchange.amend(account, id, undefined, points(to));
      expect([codeOf(await amend(at)), codeOf(await amend(other))]).toEqual([
        CODE.wrongSidePrice,
        CODE.success,
      ]);
    },
  );

  it.each([
    ['buy', 120_020],
    ['sell', 120_000],
  ] as const)('to %s shows what it would open at, when it is cancelled too', async (side, now) => {
    const { exchange, account, submit } = await spread();
    const cancelled = good(await exchange.cancel(account, await submit(side, { target: 1.1 })));
    expect(exchange.mark(cancelled)?.price).toBe(now);
  });

  it('that is moved between the prices waits from there', async () => {
    const { exchange, account, submit, ticks, only } = await spread();
    const id = await submit('buy', { target: 1.3 });
    good(await exchange.amend(account, id, undefined, points(1.2001)));
    await ticks([1.2, 1.2002]);
    expect(await only()).toMatchObject({ status: 'pending' });
    await ticks([1.1998, 1.2001]);
    expect(await only()).toMatchObject({ status: 'open', openPrice: 120_010 });
  });

  it.each([
    ['buy', 120_050, 119_930],
    ['sell', 120_030, 120_150],
  ] as const)('to %s begins to trail from what it closes at', async (side, openPrice, stopLoss) => {
    const { submit, ticks, only } = await spread();
    await submit(side, { target: 1.2003, trailPoints: 100 });
    await ticks([1.2003, 1.2005]);
    expect(await only()).toMatchObject({ status: 'open', openPrice, stopLoss });
  });

  it('needs the margin of what it opens at', async () => {
    const { submit, ticks, ended, exchange, account } = await spread({ balance: 1_201 });
    await submit('buy', { target: 1.2001 });
    await ticks([1.1999, 1.2001]);
    expect(await exchange.working(account)).toMatchObject([{ margin: moneyFromWire(1_200.1) }]);
    await exchange.resetDemo(account);
    await submit('buy', { target: 1.202, lots: 0.5 });
    await submit('sell', { lots: 0.5 });
    // The bid alone would be covered.
    await ticks([1.2, 1.202]);
    expect((await exchange.deals(account, 'closed', 1, { unfilled: true })).orders).toMatchObject([
      { status: 'cancelled', reason: 'no-margin' },
      { reason: 'reset' },
    ]);
    expect(await ended()).toHaveLength(1);
  });
});

describe('the stop of a position', () => {
  it.each([
    ['buy', { stopLoss: 1.199 }, [1.1991, 1.1991], [1.199, 1.21], 'stop-loss', 119_900],
    ['buy', { takeProfit: 1.201 }, [1.2009, 1.21], [1.201, 1.21], 'take-profit', 120_100],
    ['sell', { stopLoss: 1.201 }, [1.19, 1.2009], [1.19, 1.201], 'stop-loss', 120_100],
    ['sell', { takeProfit: 1.199 }, [1.18, 1.1991], [1.18, 1.199], 'take-profit', 119_900],
    ['buy', { trailPoints: 50 }, [1.202, 1.203], [1.2015, 1.203], 'trailing-stop', 120_150],
    ['sell', { trailPoints: 50 }, [1.18, 1.199], [1.18, 1.1995], 'trailing-stop', 119_950],
  ] as const)(
    'to %s with %j stays at %j and closes at %j',
    async (side, stops, stays, reached, reason, closePrice) => {
      const { submit, ticks, only, ended } = await spread();
      await submit(side, stops);
      await ticks(stays);
      expect(await only()).toMatchObject({ status: 'open' });
      await ticks(reached);
      expect(await ended()).toMatchObject([{ reason, closePrice }]);
    },
  );

  it('is found by an ask that comes while it is being stored', async () => {
    const stored = Promise.withResolvers<void>();
    let isHolding = false;
    const { exchange, market, account, settled, submit, ended } = await spread({
      wrapStore: (store) => ({
        ...store,
        write: (async (work, on) => {
          if (isHolding) await stored.promise;
          return store.write(work, on);
        }) as typeof store.write,
      }),
    });
    const id = await submit('sell');
    isHolding = true;
    const set = exchange.setStops(account, id, { stopLoss: points(1.201) });
    await new Promise((resolve) => setImmediate(resolve));
    market.tick('EURUSD', 1.2, 1.2011);
    stored.resolve();
    good(await set);
    await settled(account);
    expect(await ended()).toMatchObject([{ reason: 'stop-loss', closePrice: 120_110 }]);
  });

  it('is judged again by an ask that moved while the one that reached it decided nothing', async () => {
    const { exchange, market, account, settled, ended } = await spread();
    market.tick('USDHKD', 7.75);
    market.tick('HSBC', 3.5, 3.55);
    good(await exchange.submit(account, ticket('HSBC', 'sell', { stopLoss: 3.6 })));
    const { instrumentByCode } = market;
    // The rate is missing for a moment, in which the next ask comes.
    Object.assign(market, {
      instrumentByCode() {
        Object.assign(market, { instrumentByCode });
        market.tick('HSBC', 3.5, 3.62);
      },
    });
    market.tick('HSBC', 3.5, 3.61);
    // Decided before the margin is judged.
    await exchange.cancel(account, orderId(0));
    await settled(account);
    expect(await ended()).toMatchObject([{ reason: 'stop-loss', closePrice: 362 }]);
  });

  it('and that of the other side are reached by one tick that has more between its prices', async () => {
    const { submit, ticks, ended, exchange, account, events } = await spread();
    const ids = [
      await submit('sell', { stopLoss: 1.201 }),
      await submit('buy', { stopLoss: 1.199 }),
      await submit('buy', { target: 1.201 }),
      await submit('sell', { target: 1.199 }),
    ];
    events.length = 0;
    await ticks([1.199, 1.201]);
    expect((await ended()).map(({ id }) => id)).toEqual([ids[1], ids[0]]);
    expect((await exchange.working(account)).map(({ id, status }) => [id, status])).toEqual([
      [ids[2], 'open'],
      [ids[3], 'open'],
    ]);
    expect(events.map(({ orders }) => orders[0]?.id)).toEqual(ids);
  });
});

describe('the value of an account', () => {
  it('is stopped out at what its positions close at', async () => {
    const { submit, ticks, exchange, account, ended } = await spread({ balance: 1_500 });
    await submit('sell');
    await ticks([1.2, 1.20899]);
    expect(await exchange.working(account)).toHaveLength(1);
    await ticks([1.2, 1.209]);
    expect(await ended()).toMatchObject([{ reason: 'stop-out', realisedPnl: moneyFromWire(-900) }]);
  });

  it('is what can be withdrawn or used for an opening', async () => {
    const { exchange, market, openReal } = await startPayments({ sound: 'errors' });
    const account = await openReal(10_000);
    market.tick('EURUSD', 1.2, 1.2002);
    // Margin 1,200, and 20 below zero at once.
    good(await exchange.submit(account, ticket('EURUSD', 'sell')));
    const hold = (amount: Money) =>
      exchange.transfer(
        account,
        { kind: 'withdraw-hold', amount, paymentId: 1 },
        { answer: () => undefined },
      );
    expect(codeOf(await hold(moneyFromWire(8_780.01)))).toBe(CODE.insufficientBalance);
    expect(codeOf(await hold(moneyFromWire(8_780)))).toBe(CODE.success);
    const more = (lots: number) => exchange.submit(account, ticket('EURUSD', 'sell', { lots }));
    expect(codeOf(await more(0.01))).toBe(CODE.notEnoughMargin);
  });

  it('converts at the bid', async () => {
    const { exchange, market, openAccount } = await startDealing();
    const account: AccountId = await openAccount();
    market.tick('USDHKD', 7.75, 8);
    market.tick('HSBC', 3.5, 3.55);
    const { id, ...opened } = good(await exchange.submit(account, ticket('HSBC', 'buy')));
    expect(moneyToWire('margin' in opened ? opened.margin : moneyFromWire(0))).toBe(458.064516);
    market.tick('HSBC', 3.6, 3.7);
    const closed = good(await exchange.close(account, id, undefined, volumeFromWire(1)));
    expect(moneyToWire('realisedPnl' in closed ? closed.realisedPnl : moneyFromWire(0))).toBe(645.16129);
  });
});

describe('the journal', () => {
  it('has both prices of each decision and tick, and no ask where there was one price', async () => {
    const { exchange, market, account, store, settled, submit, ticks } = await spread();
    const id = await submit('sell', { stopLoss: 1.201 });
    market.tick('EURUSD', 1.2);
    good(await exchange.setStops(account, id, { stopLoss: points(1.2005) }));
    market.pass(1_000);
    await ticks([1.1999, 1.2006]);
    await settled(account);
    const story = wireStory(await exchange.story(account, orderId(id)));
    expect(story.map(({ kind, price: bid, ask }) => [kind, bid, ask])).toEqual([
      ['opened', 1.2, 1.2002],
      ['stops', 1.2, 1.2],
      ['triggered', 1.1999, 1.2006],
      ['closed', 1.1999, 1.2006],
    ]);
    const stored = await store.read
      .selectFrom('order_events')
      .select(['price', 'ask'])
      .orderBy('seq')
      .execute();
    expect(stored.map(({ ask }) => ask)).toEqual([120_020, null, 120_060, 120_060]);
  });
});
