import { expect, test } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { good, startTrading, ticket } from '../../helpers/dealing.ts';
import { FINANCING_TIME } from '../../helpers/nights.ts';

test('a position whose profit exceeds the range of money stops nothing but what depends on it', async () => {
  const { exchange, account, market, clock, settled } = await startTrading();
  market.tick('GBPUSD', 1.5);
  const large = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
  const other = good(await exchange.submit(account, ticket('GBPUSD', 'buy')));
  market.tick('EURUSD', 1e9);
  market.tick('GBPUSD', 1.51);
  clock.advance(20);
  await settled(account);
  expect(exchange.mark(large)).toBeUndefined();
  const { orders, profits } = await exchange.deals(account, 'open', 1);
  expect([orders.length, profits]).toEqual([2, moneyFromWire(1_000)]);
  expect(await exchange.close(account, large.id, undefined, undefined)).toMatchObject({
    error: { code: CODE.marketClosed },
  });
  expect(good(await exchange.close(account, other.id, undefined, undefined))).toMatchObject({
    realisedPnl: moneyFromWire(1_000),
  });
  market.tick('EURUSD', 1.21);
  expect(good(await exchange.close(account, large.id, undefined, undefined))).toMatchObject({
    realisedPnl: moneyFromWire(1_000),
  });
});

test('a close with which the balance would exceed the range of money is refused, until the price allows it', async () => {
  const { exchange, account, market } = await startTrading();
  const held = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
  const almostAll = moneyFromWire(9_007_099_000);
  good(
    await exchange.transfer(
      account,
      { kind: 'adjustment', amount: almostAll, memo: '' },
      { answer: () => null },
    ),
  );
  market.tick('EURUSD', 1.3);
  const close = () => exchange.close(account, held.id, undefined, undefined);
  expect(await close()).toMatchObject({ error: { code: CODE.marketClosed } });
  market.tick('EURUSD', 1.2);
  expect(good(await close())).toMatchObject({ status: 'closed', realisedPnl: 0 });
});

test('a night that would cost more than the range of money is not booked, and reported once', async () => {
  const dealing = await startTrading({ financingTime: FINANCING_TIME, sound: 'books' });
  const { exchange, account, market, settled, errors } = dealing;
  await dealing.setNightRates('EURUSD', 3.6, 0);
  const { id } = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
  market.tick('EURUSD', 1e9);
  market.pass(24 * 3_600_000);
  await settled(account);
  await settled(account);
  expect(errors).toEqual([
    new Error(
      `The night of 2026-03-04T22:00:00.000Z of order ${id} is beyond the range of money, and is not booked.`,
    ),
  ]);
  expect(await exchange.working(account)).toMatchObject([{ id, status: 'open' }]);
});
