import { describe, expect, it } from 'vitest';
import { openTicksSince } from '../../../server/feed/past-ticks.ts';
import { whileOpen } from '../../../server/listings/listed-market.ts';
import type { Mode } from '../../../shared/domain/allowed.ts';
import type { Order } from '../../../shared/domain/order.ts';
import { priceFromWire } from '../../../shared/domain/price.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { good, START, ticket } from '../../helpers/dealing.ts';
import { type ListingsScene, startListings } from './listings-scene.ts';

/** EURUSD at 1.2, XAUUSD at 2000, and an account with a position in EURUSD. */
async function startHolding(stops: { readonly stopLoss?: number } = {}) {
  const scene = await startListings();
  scene.market.tick('EURUSD', 1.2);
  scene.market.tick('XAUUSD', 2_000);
  const account = await scene.openAccount();
  const position = good(await scene.exchange.submit(account, ticket('EURUSD', 'buy', stops)));
  return {
    ...scene,
    account,
    position,
    set: (mode: Mode) => scene.listings.setMode('EURUSD', mode).then(good),
  };
}

const price = (decimal: number) => priceFromWire(decimal, 5);

/** The last order that was pushed with this id. */
const pushed = ({ events }: ListingsScene, id: Order['id']): Order | undefined =>
  events.flatMap(({ orders }) => orders).findLast((order) => order.id === id);

const refusedFor = (reason: string) => ({ ok: false, error: { code: 4101, facts: { reason } } });

describe('an instrument in close-only', () => {
  it('refuses what opens and accepts what closes', async () => {
    const { exchange, account, position, set } = await startHolding();
    const waiting = good(await exchange.submit(account, ticket('EURUSD', 'buy', { target: 1.1 })));
    await set('close-only');
    expect(await exchange.submit(account, ticket('EURUSD', 'buy'))).toMatchObject(refusedFor('close-only'));
    expect(await exchange.submit(account, ticket('EURUSD', 'buy', { target: 1.15 }))).toMatchObject(
      refusedFor('close-only'),
    );
    expect(await exchange.amend(account, waiting.id, undefined, price(1.15))).toMatchObject(
      refusedFor('close-only'),
    );
    good(await exchange.cancel(account, waiting.id));
    good(await exchange.setStops(account, position.id, { stopLoss: price(1.19) }));
    good(await exchange.close(account, position.id, undefined, undefined));
  });

  it('lets stops close, and holds pending orders back until the first tick after it, at its price', async () => {
    const scene = await startHolding({ stopLoss: 1.19 });
    const { exchange, account, position, market, set, settled } = scene;
    const waiting = good(await exchange.submit(account, ticket('EURUSD', 'buy', { target: 1.185 })));
    await set('close-only');
    market.tick('EURUSD', 1.184);
    await settled(account);
    expect(pushed(scene, position.id)).toMatchObject({ status: 'closed', reason: 'stop-loss' });
    expect(await exchange.working(account)).toMatchObject([{ id: waiting.id, status: 'pending' }]);
    await set('open');
    await settled(account);
    expect(await exchange.working(account)).toMatchObject([{ status: 'pending' }]);
    market.tick('EURUSD', 1.182);
    await settled(account);
    expect(await exchange.working(account)).toMatchObject([{ status: 'open', openPrice: price(1.182) }]);
  });

  it('lets stop outs close', async () => {
    const scene = await startHolding();
    const { exchange, account, market, set, settled } = scene;
    good(await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 50 })));
    await set('close-only');
    market.tick('EURUSD', 1.18);
    await settled(account);
    expect(scene.events.flatMap(({ orders }) => orders)).toContainEqual(
      expect.objectContaining({ status: 'closed', reason: 'stop-out' }),
    );
  });
});

describe('a halted instrument', () => {
  it('is closed to everybody, says why, and can be dealt in afterwards', async () => {
    const { exchange, account, position, listings, told, set } = await startHolding();
    await set('halted');
    expect(told).toEqual(['EURUSD closed']);
    expect(listings.market.instrumentByCode('EURUSD')).toMatchObject({
      mode: 'halted',
      market: { status: 'closed' },
    });
    expect(await exchange.submit(account, ticket('EURUSD', 'sell'))).toMatchObject(refusedFor('halted'));
    expect(await exchange.submit(account, ticket('EURUSD', 'buy', { target: 1.1 }))).toMatchObject(
      refusedFor('halted'),
    );
    expect(await exchange.close(account, position.id, undefined, undefined)).toMatchObject(
      refusedFor('halted'),
    );
    await set('open');
    expect(told).toEqual(['EURUSD closed', 'EURUSD open']);
    good(await exchange.close(account, position.id, undefined, undefined));
  });

  it('holds a stop back until the first tick after it, which closes at its price', async () => {
    const scene = await startHolding({ stopLoss: 1.19 });
    const { exchange, account, position, market, set, settled } = scene;
    await set('halted');
    market.tick('EURUSD', 1.17);
    await settled(account);
    expect(await exchange.working(account)).toMatchObject([{ id: position.id, status: 'open' }]);
    await set('open');
    await settled(account);
    expect(await exchange.working(account)).toMatchObject([{ id: position.id, status: 'open' }]);
    market.tick('EURUSD', 1.18);
    await settled(account);
    expect(pushed(scene, position.id)).toMatchObject({
      status: 'closed',
      reason: 'stop-loss',
      closePrice: price(1.18),
    });
  });

  it('spares a stop that only prices of the halt have passed', async () => {
    const { exchange, account, position, market, set, settled } = await startHolding({ stopLoss: 1.19 });
    await set('halted');
    market.tick('EURUSD', 1.17);
    await set('open');
    // A change of the order makes the exchange look at the price that it knows.
    good(await exchange.setStops(account, position.id, { takeProfit: price(1.3), stopLoss: price(1.165) }));
    good(await exchange.setStops(account, position.id, { takeProfit: price(1.171), stopLoss: price(1.16) }));
    market.tick('EURUSD', 1.1705);
    await settled(account);
    expect(await exchange.working(account)).toMatchObject([{ id: position.id, status: 'open' }]);
  });

  it('stops nobody out at a price of the halt, when another instrument ticks', async () => {
    const scene = await startHolding();
    const { exchange, account, market, set, settled } = scene;
    good(await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 50 })));
    good(await exchange.submit(account, ticket('XAUUSD', 'buy', { lots: 0.1 })));
    await set('halted');
    market.tick('EURUSD', 1.18);
    await set('open');
    market.tick('XAUUSD', 2_001);
    await settled(account);
    expect(await exchange.working(account)).toContainEqual(expect.objectContaining({ code: 'EURUSD' }));
    market.tick('EURUSD', 1.1805);
    await settled(account);
    expect(scene.events.flatMap(({ orders }) => orders)).toContainEqual(
      expect.objectContaining({ code: 'EURUSD', reason: 'stop-out', closePrice: price(1.1805) }),
    );
  });
});

it('hours say that they are the reason, and a halt comes first', async () => {
  const { exchange, account, listings, set } = await startHolding();
  good(await listings.setHours('EURUSD', 'closed'));
  await set('close-only');
  expect(await exchange.submit(account, ticket('EURUSD', 'buy'))).toMatchObject(refusedFor('closed'));
  await set('halted');
  expect(await exchange.submit(account, ticket('EURUSD', 'buy'))).toMatchObject(refusedFor('halted'));
});

it('a dealer that takes over judges no tick of a halt, and none of before a change of the mode', async () => {
  const { listings, market, set } = await startHolding();
  const dealt = whileOpen(listings.market);
  const instrument = () => listings.market.instrumentByCode('EURUSD');
  const id = instrument()?.id;
  if (id === undefined) throw new Error('EURUSD is not listed');
  const ticks = [1, 2, 3].map((second) => ({
    instrumentId: id,
    close: price(1.1),
    ask: price(1.1),
    time: timestampMs(START + second * 10_000),
  }));
  const judged = () => openTicksSince({ since: () => ticks }, dealt, instrument(), START).length;
  expect(judged()).toBe(3);
  market.pass(15_000);
  await set('halted');
  expect(judged()).toBe(0);
  market.pass(10_000);
  await set('open');
  expect(judged()).toBe(1);
});
