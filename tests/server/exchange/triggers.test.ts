import { describe, expect, it } from 'vitest';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import type { HistoryFilter } from '../../../shared/domain/order.ts';
import { orderId } from '../../../shared/domain/order.ts';
import { price } from '../../../shared/domain/price.ts';
import { good, startDealing, startTrading, ticket } from '../../helpers/dealing.ts';

describe('stops on ticks', () => {
  // spec: 4.10
  it.each([
    ['buy', { stopLoss: 1.19 }, [1.195, 1.19], 'stop-loss', 1.19],
    ['buy', { takeProfit: 1.21 }, [1.205, 1.21], 'take-profit', 1.21],
    ['sell', { stopLoss: 1.21 }, [1.205, 1.21], 'stop-loss', 1.21],
    ['sell', { takeProfit: 1.19 }, [1.195, 1.19], 'take-profit', 1.19],
    ['buy', { stopLoss: 1.19 }, [1.17], 'stop-loss', 1.17],
    ['buy', { takeProfit: 1.21 }, [1.25], 'take-profit', 1.25],
    ['sell', { stopLoss: 1.21, takeProfit: 1.19 }, [1.22], 'stop-loss', 1.22],
  ] as const)('a %s with %o closes on %j by %s at %d', async (side, stops, ticks, reason, at) => {
    const { exchange, market, events, settled, account } = await startTrading();
    const { id } = good(await exchange.submit(account, ticket('EURUSD', side, stops)));
    for (const tick of ticks) market.tick('EURUSD', tick);
    await settled(account);
    const closePrice = price(Math.round(at * 100_000));
    expect((await exchange.deals(account, 'closed', 1)).orders).toMatchObject([{ id, reason, closePrice }]);
    expect(events.at(-1)).toMatchObject({ closedIds: [id], account: { lockBalance: 0 } });
  });

  it('fill at the first price that reached them, also if others come before their turn', async () => {
    const { exchange, market, settled, account } = await startTrading();
    good(await exchange.submit(account, ticket('EURUSD', 'buy', { stopLoss: 1.19 })));
    for (const tick of [1.189, 1.18, 1.25]) market.tick('EURUSD', tick);
    await settled(account);
    expect((await exchange.deals(account, 'closed', 1)).orders).toMatchObject([{ closePrice: 118_900 }]);
  });

  it('that were moved away in time do not fill', async () => {
    const { exchange, market, settled, account } = await startTrading();
    const { id } = good(await exchange.submit(account, ticket('EURUSD', 'buy', { stopLoss: 1.19 })));
    good(await exchange.setStops(account, id, { stopLoss: price(110_000) }));
    market.tick('EURUSD', 1.185);
    await settled(account);
    expect(await exchange.working(account)).toMatchObject([{ id, status: 'open' }]);
  });

  it('and a parallel manual close have one outcome', async () => {
    const { exchange, market, settled, account } = await startTrading();
    for (let round = 0; round < 20; round++) {
      market.tick('EURUSD', 1.2);
      const { id } = good(await exchange.submit(account, ticket('EURUSD', 'buy', { stopLoss: 1.19 })));
      const manualFirst = round % 2 === 0;
      const early = manualFirst ? exchange.close(account, id, undefined, undefined) : undefined;
      market.tick('EURUSD', 1.19);
      const manual = await (early ?? exchange.close(account, id, undefined, undefined));
      await settled(account);
      expect(manual.ok).toBe(manualFirst);
    }
    const { orders, total } = await exchange.deals(account, 'closed', 1);
    expect(total).toBe(20);
    expect(orders.filter(({ status }) => status === 'closed')).toHaveLength(20);
  });
});

describe('pending orders', () => {
  // spec: 4.6
  it.each([
    ['buy', 1.19, [1.195, 1.1899], 1.1899],
    ['buy', 1.21, [1.205, 1.2101], 1.2101],
    ['sell', 1.21, [1.205, 1.21], 1.21],
    ['sell', 1.19, [1.195, 1.19], 1.19],
  ] as const)('a %s at %d opens on %j at %d', async (side, target, ticks, at) => {
    const { exchange, market, events, settled, account } = await startTrading();
    const { id } = good(await exchange.submit(account, ticket('EURUSD', side, { target })));
    expect((await exchange.figures(account)).lockBalance).toBe(0);
    for (const tick of ticks) market.tick('EURUSD', tick);
    await settled(account);
    expect(await exchange.working(account)).toMatchObject([
      { id, status: 'open', openPrice: Math.round(at * 100_000) },
    ]);
    expect(events.at(-1)).toMatchObject({ orders: [{ id, status: 'open' }], closedIds: [] });
  });

  it('are cancelled if the margin is missing at their turn', async () => {
    const { exchange, market, events, settled, account } = await startTrading({ balance: 2_000 });
    const { id } = good(await exchange.submit(account, ticket('EURUSD', 'buy', { target: 1.19 })));
    market.tick('XAUUSD', 1_900);
    good(await exchange.submit(account, ticket('XAUUSD', 'buy', { lots: 0.5 })));
    market.tick('EURUSD', 1.19);
    await settled(account);
    expect(await exchange.working(account)).toMatchObject([{ code: 'XAUUSD' }]);
    expect(events.at(-1)).toMatchObject({
      orders: [{ id, status: 'cancelled', reason: 'no-margin' }],
      closedIds: [id],
    });
    const own = good(await exchange.submit(account, ticket('EURUSD', 'buy', { target: 1.1, lots: 0.01 })));
    expect(good(await exchange.cancel(account, own.id))).not.toHaveProperty('reason');
    const history = async (filter: HistoryFilter, page = 1, limit = 20) => {
      const { orders, total } = await exchange.deals(account, 'closed', page, filter, limit);
      return [orders.map((order) => order.id), total];
    };
    const small = good(await exchange.submit(account, ticket('XAUUSD', 'buy', { lots: 0.01 })));
    good(await exchange.close(account, small.id, undefined, undefined));
    expect(await history({ unfilled: true })).toEqual([[small.id, id], 2]);
    expect(await history({ unfilled: true }, 2, 1)).toEqual([[id], 2]);
    expect(await history({ unfilled: true, reason: 'manual' })).toEqual([[small.id], 1]);
    expect(await history({})).toEqual([[small.id], 1]);
  });

  it('that a gap carries beyond their own stop open and close at once', async () => {
    const { exchange, market, settled, account } = await startTrading();
    const order = ticket('EURUSD', 'buy', { target: 1.19, stopLoss: 1.18, takeProfit: 1.21 });
    const { id } = good(await exchange.submit(account, order));
    market.tick('EURUSD', 1.17);
    await settled(account);
    expect((await exchange.deals(account, 'closed', 1)).orders).toMatchObject([
      { id, reason: 'stop-loss', openPrice: 117_000, closePrice: 117_000 },
    ]);
  });

  it('wait from the side where they were placed, also after a restart', async () => {
    const dealing = await startTrading();
    const { account } = dealing;
    good(await dealing.exchange.submit(account, ticket('EURUSD', 'buy', { target: 1.21 })));
    await dealing.stop();
    const again = await startDealing({ dataDir: dealing.dataDir });
    again.market.tick('EURUSD', 1.2);
    await again.settled(account);
    expect(await again.exchange.working(account)).toMatchObject([{ status: 'pending' }]);
    again.market.tick('EURUSD', 1.22);
    await again.settled(account);
    expect(await again.exchange.working(account)).toMatchObject([{ status: 'open', openPrice: 122_000 }]);
  });

  it('of an instrument listed under other terms stay unchanged', async () => {
    const { exchange, market, settled, account } = await startTrading();
    good(await exchange.submit(account, ticket('EURUSD', 'buy', { target: 1.21 })));
    market.list(market.instruments().map((one) => ({ ...one, precision: one.precision - 1 })));
    market.tick('EURUSD', 20);
    await settled(account);
    const [order] = await exchange.working(account);
    expect(order).toMatchObject({ status: 'pending' });
    expect(order && exchange.mark(order)).toBeUndefined();
    good(await exchange.cancel(account, order?.id ?? orderId(0)));
  });
});

describe('a reset', () => {
  // spec: 2.20
  it('ends all working orders and restores the demo balance', async () => {
    const { exchange, market, events, account } = await startTrading({ balance: 5_000 });
    good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    good(await exchange.submit(account, ticket('EURUSD', 'sell', { target: 1.3 })));
    market.tick('EURUSD', 1.19);
    market.session('EURUSD', { status: 'closed' });
    const figures = good(await exchange.resetDemo(account));
    expect(figures).toEqual({ balance: moneyFromWire(5_000), lockBalance: 0 });
    expect(await exchange.working(account)).toEqual([]);
    expect(events.at(-1)).toMatchObject({
      orders: [{ status: 'closed', reason: 'reset' }, { status: 'cancelled' }],
    });
  });
});
