import { expect, test } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { good, startTrading, ticket } from '../../helpers/dealing.ts';

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
