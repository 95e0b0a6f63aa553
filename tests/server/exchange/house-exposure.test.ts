import { expect, it } from 'vitest';
import { exposureIn, floatingIn, valuationBy, worthOf } from '../../../server/exchange/house-exposure.ts';
import { orderRepository } from '../../../server/exchange/order-repository.ts';
import { rateNow } from '../../../server/exchange/valuation.ts';
import type { Db } from '../../../server/store/schema.ts';
import { addMoney, type Money, ZERO_MONEY } from '../../../shared/domain/money.ts';
import { orderId } from '../../../shared/domain/order.ts';
import { floatingPnl, pointValue } from '../../../shared/domain/pnl.ts';
import { price } from '../../../shared/domain/price.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { aPosition } from '../../helpers/orders.ts';
import { startPayments } from '../payments/payments-scene.ts';

/** More than two pages of positions. */
const COUNT = 4_500;

/** Tells how many rows each query answers. */
const counting = (db: Db, onRows: (count: number) => void): Db =>
  db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      onRows(result.rows.length);
      return result;
    },
  });

it('is exact to the last millionth over thousands of positions, of which few are in memory', async () => {
  const { store, market, openReal, openAccount } = await startPayments({ sound: 'errors' });
  const [ann, ben, demo] = [await openReal(), await openReal(), await openAccount()];
  for (const [code, at, ask] of [
    ['EURUSD', 1.2, 1.2],
    ['USDJPY', 151.237, 151.249],
    ['HSBC', 61.35, 61.41],
    ['USDHKD', 7.81234, 7.9],
  ] as const)
    market.tick(code, at, ask);
  const codes = ['EURUSD', 'USDJPY', 'HSBC'] as const;
  const wanted = new Map<string, { bought: number; sold: number; floating: Money }>();
  await store.write(async (transaction) => {
    for (let i = 1; i <= COUNT; i += 1) {
      const code = codes[i % 3] ?? 'EURUSD';
      const instrument = market.instrumentByCode(code);
      const quote = instrument && market.quote(instrument.id);
      const rate = instrument && rateNow(instrument, market);
      if (instrument === undefined || quote === undefined || rate === undefined) throw new Error(code);
      const { id: instrumentId, showCode, precision } = instrument;
      const order = aPosition({
        ...{ id: orderId(1_000 + i), instrumentId, code, showCode, precision },
        side: i % 7 < 3 ? 'sell' : 'buy',
        volume: volume(100 + (i % 11) * 13),
        openPrice: price(quote.close + ((i * 37) % 501) - 250),
      });
      const accountId = [ann, ben, demo][i % 5] ?? ann;
      await orderRepository(transaction).insert({ accountId, order });
      if (accountId === demo) continue;
      const sum = wanted.get(code) ?? { bought: 0, sold: 0, floating: ZERO_MONEY };
      const value = pointValue(order.volume, instrument.contractSize, precision);
      wanted.set(code, {
        bought: sum.bought + (order.side === 'buy' ? order.volume : 0),
        sold: sum.sold + (order.side === 'sell' ? order.volume : 0),
        floating: addMoney(
          sum.floating,
          floatingPnl(
            order.side,
            order.openPrice,
            order.side === 'buy' ? quote.close : quote.ask,
            value,
            rate,
          ),
        ),
      });
    }
  });
  const rows: number[] = [];
  const db = counting(store.read, (count) => rows.push(count));
  const valuation = valuationBy(market);
  const open = await exposureIn(db);
  const floating = await floatingIn(db, valuation);
  expect(open.map(({ code, bought, sold }) => [code, bought, sold])).toEqual(
    [...wanted].map(([code, { bought, sold }]) => [code, bought, sold]).toSorted(),
  );
  for (const { id, code } of open)
    expect([code, floating.get(id)]).toEqual([code, wanted.get(code)?.floating]);
  expect(Math.max(...rows)).toBe(2_000);

  // One quote for all pages, and none while one is unknown.
  const euro = open.find(({ code }) => code === 'EURUSD')?.id;
  if (euro === undefined) throw new Error('no EURUSD');
  expect(worthOf(euro, 10_000, 0, valuation)).toBeCloseTo(120_000, 6);
  market.tick('EURUSD', 1.3, 1.31);
  expect(worthOf(euro, 0, -10_000, valuation)).toBeCloseTo(-120_000, 6);
  expect(worthOf(euro, 10_000, 0, valuationBy(market))).toBeCloseTo(130_000, 6);
  expect(worthOf(euro, 20_000, -10_000, valuationBy(market))).toBeCloseTo(260_000 - 131_000, 6);
  expect(worthOf(euro, 20_000, 10_000, valuationBy(market))).toBeCloseTo(260_000 + 131_000, 6);
  const silent = valuationBy({ ...market, quote: () => undefined });
  expect(worthOf(euro, 10_000, 0, silent)).toBeUndefined();
  expect((await floatingIn(db, silent)).get(euro)).toBeUndefined();
});
