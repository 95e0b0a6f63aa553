import { describe, expect, it } from 'vitest';
import type { NewOrder } from '../../../server/exchange/command.ts';
import { orderRepository } from '../../../server/exchange/order-repository.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { orderId } from '../../../shared/domain/order.ts';
import { price } from '../../../shared/domain/price.ts';
import { volumeFromWire } from '../../../shared/domain/volume.ts';
import { MAX_WORKING_ORDERS } from '../../../shared/limits.ts';
import { codeOf, good, START, startDealing, startTrading, ticket } from '../../helpers/dealing.ts';

const submits: readonly (readonly [string, NewOrder, number])[] = [
  ['an instrument that is not listed', ticket('NOTHING', 'buy'), CODE.notFound],
  ['an instrument without a price', ticket('GBPUSD', 'buy'), CODE.marketClosed],
  ['an instrument without a conversion rate', ticket('HSBC', 'buy'), CODE.marketClosed],
  ['more than the account can hold', ticket('EURUSD', 'buy', { lots: 84 }), CODE.notEnoughMargin],
  ['more than money can express', ticket('XAUUSD', 'buy', { lots: 1000, multiple: 1 }), CODE.notEnoughMargin],
  ['an instrument without multiples', ticket('NOLEVER', 'buy'), CODE.noMultiple],
  ['a multiple that is not on the list', ticket('EURUSD', 'buy', { multiple: 99 }), CODE.noMultiple],
  ['no lots', ticket('EURUSD', 'buy', { lots: 0 }), CODE.badVolume],
  ['less than nothing', ticket('EURUSD', 'buy', { lots: -1 }), CODE.badVolume],
  ['a part of a step', ticket('EURUSD', 'buy', { lots: 0.015 }), CODE.badVolume],
  ['more lots than one order may have', ticket('EURUSD', 'buy', { lots: 1000.01 }), CODE.badVolume],
  ['a stop loss above a buy', ticket('EURUSD', 'buy', { stopLoss: 1.21 }), CODE.wrongSidePrice],
  ['a stop loss at the price', ticket('EURUSD', 'buy', { stopLoss: 1.2 }), CODE.wrongSidePrice],
  ['a take profit above a sell', ticket('EURUSD', 'sell', { takeProfit: 1.21 }), CODE.wrongSidePrice],
  ['a target at the price', ticket('EURUSD', 'buy', { target: 1.2 }), CODE.wrongSidePrice],
  ['a target below zero', ticket('EURUSD', 'buy', { target: -1 }), CODE.wrongSidePrice],
  [
    'a stop loss on the wrong side of the target',
    ticket('EURUSD', 'buy', { target: 1.1, stopLoss: 1.15 }),
    CODE.wrongSidePrice,
  ],
  [
    'a price further away than allowed',
    ticket('EURUSD', 'buy', { seenPrice: 1.19989, deviationPoints: 10 }),
    CODE.priceMoved,
  ],
  ['a price seen too long ago', ticket('EURUSD', 'buy', { seenAt: START - 10_001 }), CODE.priceMoved],
  ['a cid that is too short', ticket('EURUSD', 'buy', { cid: 'short' }), CODE.badParameter],
];

describe('an order is refused', () => {
  // spec: 5.8
  it.each(submits)('for %s', async (_what, order, code) => {
    const { exchange, account, market, store } = await startTrading();
    market.tick('XAUUSD', 90_000_000);
    market.tick('HSBC', 60);
    market.tick('NOLEVER', 1);
    expect(codeOf(await exchange.submit(account, order))).toBe(code);
    expect(await orderRepository(store.read).working()).toEqual([]);
  });

  it('for good when the account holds as many as it may: the reply is stored under its id', async () => {
    const { exchange, account } = await startTrading();
    for (let i = 0; i < MAX_WORKING_ORDERS; i++)
      good(await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.01, target: 1.1 })));
    const order = ticket('EURUSD', 'buy', { lots: 0.01, cid: 'one-too-many' });
    const refused = { error: { code: CODE.conflict, facts: { reason: 'tooManyOrders' } } };
    expect(await exchange.submit(account, order)).toMatchObject(refused);
    expect(await exchange.submit(account, order)).toMatchObject(refused);
  });

  it('with the current price when the price moved', async () => {
    const { exchange, account } = await startTrading();
    const order = ticket('EURUSD', 'buy', { seenPrice: 1.1, deviationPoints: 5 });
    expect(await exchange.submit(account, order)).toMatchObject({ error: { facts: { price: 1.2 } } });
  });

  it('when it comes late, also if a quiet market has had no other price since', async () => {
    const { exchange, account, market } = await startTrading();
    const seen = { seenPrice: 1.2, deviationPoints: 0, seenAt: START };
    market.pass(10_000);
    good(await exchange.submit(account, ticket('EURUSD', 'buy', seen)));
    market.pass(1);
    expect(codeOf(await exchange.submit(account, ticket('EURUSD', 'buy', seen)))).toBe(CODE.priceMoved);
  });

  it('while the market is closed, and closes are too', async () => {
    const { exchange, account, market } = await startTrading();
    const open = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    market.session('EURUSD', { status: 'closed' });
    expect(codeOf(await exchange.submit(account, ticket('EURUSD', 'buy')))).toBe(CODE.marketClosed);
    expect(codeOf(await exchange.submit(account, ticket('EURUSD', 'buy', { target: 1.1 })))).toBe(
      CODE.marketClosed,
    );
    expect(codeOf(await exchange.close(account, open.id, undefined, undefined))).toBe(CODE.marketClosed);
  });

  it('when floating losses have used up the margin', async () => {
    const { exchange, account, market } = await startTrading({ balance: 2_500 });
    good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    market.tick('EURUSD', 1.199);
    expect(codeOf(await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 1.01 })))).toBe(
      CODE.notEnoughMargin,
    );
    good(await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 1 })));
  });

  it('not exactly at the limits of deviation, age and margin', async () => {
    const { exchange, account } = await startTrading({ balance: 1_200 });
    const edge = { seenPrice: 1.1999, deviationPoints: 10, seenAt: START - 10_000 };
    good(await exchange.submit(account, ticket('EURUSD', 'buy', edge)));
  });
});

describe('an order that is missing or belongs to another account', () => {
  it('gets the same answer for close, cancel and stops', async () => {
    const { exchange, market, openAccount } = await startDealing();
    const [owner, other] = [await openAccount(), await openAccount()];
    market.tick('EURUSD', 1.2);
    const { id } = good(await exchange.submit(owner, ticket('EURUSD', 'buy')));
    for (const asked of [id, orderId(id + 1000)]) {
      expect(codeOf(await exchange.close(other, asked, undefined, undefined))).toBe(CODE.notFound);
      expect(codeOf(await exchange.cancel(other, asked))).toBe(CODE.notFound);
      expect(codeOf(await exchange.setStops(other, asked, {}))).toBe(CODE.notFound);
    }
    expect(await exchange.working(owner)).toHaveLength(1);
  });

  it('is a conflict for the owner once it ended or is of another kind', async () => {
    const { exchange, account } = await startTrading();
    const open = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    const pending = good(await exchange.submit(account, ticket('EURUSD', 'buy', { target: 1.1 })));
    expect(codeOf(await exchange.cancel(account, open.id))).toBe(CODE.conflict);
    expect(codeOf(await exchange.close(account, pending.id, undefined, undefined))).toBe(CODE.conflict);
    good(await exchange.cancel(account, pending.id));
    good(await exchange.close(account, open.id, undefined, undefined));
    expect(codeOf(await exchange.cancel(account, pending.id))).toBe(CODE.conflict);
    expect(codeOf(await exchange.close(account, open.id, undefined, undefined))).toBe(CODE.conflict);
    expect(codeOf(await exchange.setStops(account, open.id, {}))).toBe(CODE.conflict);
  });
});

describe('stops', () => {
  // spec: 4.9 5.10 7.55
  it('are set, moved and removed, and refused on the wrong side', async () => {
    const { exchange, account } = await startTrading();
    const { id } = good(await exchange.submit(account, ticket('EURUSD', 'buy', { stopLoss: 1.1 })));
    const moved = await exchange.setStops(account, id, {
      stopLoss: price(115_000),
      takeProfit: price(130_000),
    });
    expect(good(moved)).toMatchObject({ stopLoss: 115_000, takeProfit: 130_000 });
    expect(codeOf(await exchange.setStops(account, id, { stopLoss: price(120_000) }))).toBe(
      CODE.wrongSidePrice,
    );
    const removed = good(await exchange.setStops(account, id, {}));
    expect(removed).not.toHaveProperty('stopLoss');
    expect(removed).not.toHaveProperty('takeProfit');
  });

  it('of a pending order are on the correct sides of its target', async () => {
    const { exchange, account } = await startTrading();
    const { id } = good(await exchange.submit(account, ticket('EURUSD', 'buy', { target: 1.1 })));
    expect(codeOf(await exchange.setStops(account, id, { stopLoss: price(115_000) }))).toBe(
      CODE.wrongSidePrice,
    );
    good(await exchange.setStops(account, id, { stopLoss: price(105_000), takeProfit: price(115_000) }));
  });
});

describe('a partial close', () => {
  // spec: 5.9
  it.each([0, -0.5, 0.015, 1.01])('of %d of one lot is refused', async (lots) => {
    const { exchange, account } = await startTrading();
    const { id } = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    const refused = await exchange.close(account, id, undefined, volumeFromWire(lots));
    expect(codeOf(refused)).toBe(CODE.badVolume);
  });
});
