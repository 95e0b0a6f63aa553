import { expect, it } from 'vitest';
import { price } from '../../../shared/domain/price.ts';
import { volumeFromWire } from '../../../shared/domain/volume.ts';
import { good, startTrading, ticket } from '../../helpers/dealing.ts';

/** Where the chain of this account's events ended before events could have an ask. */
const HEAD = 'sylfjO_jLAbKggOFTJZuep0s-or1gGIYV-CGi1aa-rM';

it('an account that never saw a second price has the events that it had before there were two, byte for byte', async () => {
  const { exchange, market, account, settled, store } = await startTrading();
  market.tick('USDJPY', 151.2);
  const buy = good(
    await exchange.submit(account, ticket('EURUSD', 'buy', { stopLoss: 1.19, takeProfit: 1.3 })),
  );
  const sell = good(await exchange.submit(account, ticket('USDJPY', 'sell', { lots: 0.5 })));
  good(await exchange.submit(account, ticket('EURUSD', 'sell', { target: 1.21, lots: 0.2 })));
  good(await exchange.submit(account, ticket('EURUSD', 'buy', { target: 1.18, lots: 0.2, stopLoss: 1.1 })));
  good(await exchange.setStops(account, sell.id, { trailPoints: 300 }));
  for (const at of [151.1, 150.4, 150.9]) market.tick('USDJPY', at);
  await settled(account);
  good(await exchange.close(account, buy.id, 'one-price-1', volumeFromWire(0.4)));
  for (const at of [1.2101, 1.19, 1.1795]) market.tick('EURUSD', at);
  await settled(account);
  good(await exchange.submit(account, ticket('EURUSD', 'sell', { lots: 0.1 })));
  good(await exchange.submit(account, ticket('EURUSD', 'sell', { target: 1.3, lots: 0.1 })));
  const [pending] = (await exchange.working(account)).filter(({ status }) => status === 'pending');
  good(await exchange.amend(account, pending?.id ?? buy.id, undefined, price(131_000)));
  good(await exchange.resetDemo(account));
  const events = await store.read.selectFrom('order_events').selectAll().orderBy('seq').execute();
  expect(events.every(({ ask }) => ask === null)).toBe(true);
  expect([events.length, events.at(-1)?.hash]).toEqual([22, HEAD]);
});
