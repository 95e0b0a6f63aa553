import { describe, expect, it, onTestFinished } from 'vitest';
import type { Tick } from '../../../server/feed/market.ts';
import { createListings } from '../../../server/listings/listings.ts';
import { spreadVerb } from '../../../server/listings/spread-commands.ts';
import { priceFromWire } from '../../../shared/domain/price.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { type DealingOptions, good, START, ticket } from '../../helpers/dealing.ts';
import { connectSource, SOURCE_TOKEN } from '../../helpers/price-source.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { openHttp, startHttp } from '../http-fixture.ts';
import { startListings } from './listings-scene.ts';

const MINUTE = 60_000;
const MIDNIGHT = Date.UTC(2026, 2, 5);
const price = (decimal: number) => priceFromWire(decimal, 5);

/** EURUSD at 1.2 and XAUUSD at 2000; EURUSD closes in an hour and opens again in two. */
async function startScene(options: DealingOptions = {}) {
  const scene = await startListings(options);
  const { market, listings, store } = scene;
  const id = market.instrumentByCode('EURUSD')?.id;
  Object.assign(market, {
    sessions: (one: number) =>
      one === id
        ? [
            [START - MINUTE, START + 60 * MINUTE],
            [START + 120 * MINUTE, START + 600 * MINUTE],
          ]
        : undefined,
  });
  market.tick('EURUSD', 1.2);
  market.tick('XAUUSD', 2_000);
  const account = await scene.openAccount();
  const deps = { listings, store, config: { stopOutPercent: 50 } };
  return {
    ...scene,
    account,
    ask: (code = 'EURUSD') => listings.market.quote(market.instrumentByCode(code)?.id ?? (0 as never))?.ask,
    set: (points: number, code = 'EURUSD') => listings.setSpread(code, points).then(good),
    command: (values: Readonly<Record<string, string>>) => spreadVerb.run(deps, values),
  };
}

describe("an operator's spread", () => {
  it('is added to the ask at once while no order works in the instrument, without a tick', async () => {
    const { market, listings, ask, set, told } = await startScene();
    const ticks: Tick[] = [];
    listings.market.onTick((tick) => ticks.push(tick));
    const before = told.length;
    expect(await set(12)).toMatchObject({ spread: 12, nextSpread: undefined });
    expect(ask()).toBe(price(1.20012));
    expect(told.slice(before)).toEqual(['EURUSD open']);
    market.tick('EURUSD', 1.3, 1.3002);
    market.tick('XAUUSD', 2_001);
    expect(ticks.map((tick) => tick.ask - tick.close)).toEqual([32, 0]);
    expect(ask()).toBe(price(1.30032));
    await set(0);
    expect(ask()).toBe(price(1.3002));
  });

  it('waits for the next opening while an order works, and stops nobody out before', async () => {
    const scene = await startScene();
    const { exchange, account, market, ask, set, settled } = scene;
    const sell = good(await exchange.submit(account, ticket('EURUSD', 'sell', { stopLoss: 1.2001 })));
    expect(await set(20)).toMatchObject({
      spread: 0,
      nextSpread: { points: 20, from: START + 120 * MINUTE },
    });
    market.pass(60 * MINUTE - 1);
    market.tick('EURUSD', 1.2);
    await settled(account);
    expect([ask(), await exchange.working(account)]).toMatchObject([price(1.2), [{ id: sell.id }]]);
    market.pass(60 * MINUTE + 1);
    // The quote of the session before has the spread of that time.
    expect(ask()).toBe(price(1.2));
    market.tick('EURUSD', 1.2);
    await settled(account);
    expect([ask(), await exchange.working(account)]).toEqual([price(1.2002), []]);
    expect(scene.events.flatMap(({ orders }) => orders)).toContainEqual(
      expect.objectContaining({ id: sell.id, reason: 'stop-loss', closePrice: price(1.2002) }),
    );
    expect(await set(0)).toMatchObject({ spread: 0, nextSpread: undefined });
  });

  it.each([
    ['stored', { stopLoss: 1.2001 }],
    ['applied', {}],
  ])(
    'waits as well for an order that was decided before it was %s, and stored after',
    async (step, stops) => {
      const [decided, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const scene = await startScene({
        wrapStore: (store) => ({
          ...store,
          async write(work, on) {
            // Not of an account: the number of the order, which is taken before.
            if (on !== undefined) decided.resolve();
            if (on !== undefined) await gate.promise;
            return store.write(work, on);
          },
        }),
      });
      const { exchange, account, listings, market, ask, set, settled } = scene;
      const { sessions } = market;
      const submitted = exchange.submit(account, ticket('EURUSD', 'sell', stops));
      await decided.promise;
      if (step === 'applied') listings.market.onMarketState(() => gate.resolve());
      else
        Object.assign(market, {
          // It is asked for in the transaction that stores the spread.
          sessions: (...span: Parameters<typeof sessions>) => {
            gate.resolve();
            return sessions(...span);
          },
        });
      expect(await set(20)).toMatchObject({ spread: 0, nextSpread: { points: 20 } });
      const { id } = good(await submitted);
      await settled(account);
      expect([ask(), await exchange.working(account)]).toMatchObject([price(1.2), [{ id }]]);
    },
  );

  it('waits until 00:00 UTC where the market never closes, and can be taken back until then', async () => {
    const { exchange, account, set, command } = await startScene();
    good(await exchange.submit(account, ticket('XAUUSD', 'buy', { target: 1_900 })));
    expect(await command({ code: 'XAUUSD', points: '5' })).toMatchObject({
      value: {
        rows: [{ from: '2026-03-05T00:00:00.000Z' }],
        note: expect.stringMatching(/the next 00:00 UTC/),
      },
    });
    expect(await set(5, 'XAUUSD')).toMatchObject({ nextSpread: { points: 5, from: MIDNIGHT } });
    expect(await set(0, 'XAUUSD')).toMatchObject({ spread: 0, nextSpread: undefined });
  });

  it('belongs to ticks by their time, past ones too', async () => {
    const { exchange, account, listings, market, set } = await startScene();
    good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    await set(20);
    const id = market.instrumentByCode('EURUSD')?.id ?? (0 as never);
    const at = (ms: number) => ({
      instrumentId: id,
      close: price(1.2),
      ask: price(1.2),
      time: timestampMs(ms),
    });
    const asks = [START + 120 * MINUTE - 1, START + 120 * MINUTE].map(
      (ms) => listings.market.priced(at(ms)).ask,
    );
    expect(asks).toEqual([price(1.2), price(1.2002)]);
  });

  it('of which no quote has come yet is taken back at once', async () => {
    const { exchange, account, listings, market, set, command } = await startScene();
    good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    await set(20);
    market.pass(120 * MINUTE);
    // Its moment has come, and no quote with it.
    expect(good(listings.find('EURUSD'))).toMatchObject({ spread: 0, nextSpread: { points: 20 } });
    expect(await command({ code: 'EURUSD', points: '0' })).toMatchObject({
      value: { rows: [{ from: 'at once' }] },
    });
    expect(await set(0)).toMatchObject({ spread: 0, nextSpread: undefined });
    market.tick('EURUSD', 1.2);
    expect([good(listings.find('EURUSD')).spread, listings.hasSpreads()]).toEqual([0, false]);
  });

  it('no longer counts for the app once a spread of 0 points has begun', async () => {
    const { exchange, account, listings, market, set } = await startScene();
    await set(10);
    good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    await set(0);
    market.pass(120 * MINUTE);
    expect(listings.hasSpreads()).toBe(true);
    market.tick('EURUSD', 1.2);
    expect([good(listings.find('EURUSD')).spread, listings.hasSpreads()]).toEqual([0, false]);
  });

  it('is stored, and applied by other processes', async () => {
    const { exchange, account, store, market, clock, set, listings } = await startScene();
    const other = await createListings({ store, feed: market, clock, feeType: 'of-margin' });
    const id = market.instrumentByCode('EURUSD')?.id ?? (0 as never);
    expect(other.hasSpreads()).toBe(false);
    await set(7);
    await other.readAgain();
    expect([other.hasSpreads(), other.market.quote(id)?.ask]).toEqual([true, price(1.20007)]);
    good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    await set(9);
    good(await listings.setMaxSpread('EURUSD', 30));
    const later = await createListings({ store, feed: market, clock, feeType: 'of-margin' });
    expect(good(later.find('EURUSD'))).toMatchObject({
      spread: 7,
      nextSpread: { points: 9, from: START + 120 * MINUTE },
      maxSpread: 30,
    });
  });

  it.each([-1, 1.5, 1_000_001, Number.NaN])('of %d points is refused', async (points) => {
    const { listings, ask } = await startScene();
    expect(await listings.setSpread('EURUSD', points)).toMatchObject({ ok: false, error: { code: 4000 } });
    expect(ask()).toBe(price(1.2));
  });
});

describe('the command for a spread', () => {
  it('says what it would trigger, by kind, and changes nothing without --yes', async () => {
    const { exchange, account, openAccount, command, listings } = await startScene();
    const submit = async (...of: Parameters<typeof ticket>) =>
      good(await exchange.submit(account, ticket(...of)));
    // Three that the new ask reaches: a stop loss, one that trails, and a pending buy above; and one of each beyond it.
    await submit('EURUSD', 'sell', { stopLoss: 1.2001 });
    await submit('EURUSD', 'sell', { stopLoss: 1.2004 });
    await submit('EURUSD', 'sell', { trailPoints: 15 });
    await submit('EURUSD', 'sell', { trailPoints: 50 });
    await submit('EURUSD', 'buy', { target: 1.2002 });
    await submit('EURUSD', 'buy', { target: 1.2005 });
    await submit('EURUSD', 'buy', { stopLoss: 1.1999 });
    const large = await openAccount();
    good(await exchange.submit(large, ticket('EURUSD', 'sell', { lots: 80, multiple: 100 })));
    const counts = { positions: 6, orders: 2, stops: 2, pending: 1, stop_outs: 0 };
    const asked = await command({ code: 'eurusd', points: '20' });
    expect(asked).toMatchObject({
      ok: true,
      value: {
        failed: true,
        rows: [{ code: 'EURUSD', spread: 0, to: 20, from: '2026-03-04T12:00:00.000Z', ...counts }],
      },
    });
    expect(asked).not.toMatchObject({ value: { note: expect.stringMatching(/00:00 UTC/) } });
    expect(good(listings.find('EURUSD')).nextSpread).toBeUndefined();
    const wider = await command({ code: 'EURUSD', points: '2000' });
    expect(wider).toMatchObject({
      value: { rows: [{ stops: 4, pending: 2, stop_outs: 1 }] },
    });
    expect(await command({ code: 'EURUSD', points: '20', yes: 'yes' })).toMatchObject({
      value: {
        rows: [{ next_spread: '20 from 2026-03-04T12:00:00.000Z', ...counts }],
        changed: { before: { code: 'EURUSD', next_spread: 'none' } },
      },
    });
    expect(good(listings.find('EURUSD')).nextSpread?.points).toBe(20);
  });

  it('does not count what the present ask triggers anyway, nor orders in other instruments', async () => {
    const { exchange, account, command, market, set } = await startScene();
    await set(20);
    good(await exchange.submit(account, ticket('XAUUSD', 'sell', { stopLoss: 2_000.1 })));
    expect(await command({ code: 'EURUSD', points: '30' })).toMatchObject({
      value: { rows: [{ from: 'at once', positions: 0, stops: 0 }] },
    });
    good(await exchange.submit(account, ticket('EURUSD', 'sell', { stopLoss: 1.2004 })));
    market.tick('XAUUSD', 1_200);
    // In points, its target is between the two asks of the other.
    good(await exchange.submit(account, ticket('XAUUSD', 'buy', { target: 1_200.25 })));
    expect(await command({ code: 'EURUSD', points: '30' })).toMatchObject({
      value: { rows: [{ positions: 1, stops: 0, pending: 0 }] },
    });
    market.session('XAUUSD', { status: 'closed' });
    market.tick('XAUUSD', 2_001);
    expect(await command({ code: 'XAUUSD', points: '50' })).toMatchObject({
      value: { rows: [{ stops: 0 }] },
    });
  });

  it('takes back one that waits while no price is known, and sets no other', async () => {
    const { exchange, account, command, market, set } = await startScene();
    good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    await set(20);
    Object.assign(market, { quote: () => undefined });
    expect(await command({ code: 'EURUSD', points: '30', yes: 'yes' })).toMatchObject({
      error: expect.stringMatching(/no price yet/),
    });
    expect(await command({ code: 'EURUSD', points: '0', yes: 'yes' })).toMatchObject({
      value: { rows: [{ spread: 0, next_spread: 'none', stops: 0, stop_outs: 0 }] },
    });
  });

  it.each([
    [{ code: 'NONE', points: '1' }, /no instrument NONE/],
    [{ code: 'EURUSD', points: '1.5' }, /whole number from 0 to 1000000/],
    [{ code: 'EURUSD', points: '-1' }, /whole number/],
    [{ code: 'EURUSD', points: '' }, /whole number/],
  ])('refuses %j', async (values, sentence) => {
    const { command } = await startScene();
    expect(await command(values)).toMatchObject({ ok: false, error: expect.stringMatching(sentence) });
  });
});

describe('an exchange with two prices', () => {
  const SETTINGS = {
    FEED: 'push',
    FEED_HOURS: 'always',
    FEED_LISTEN: '127.0.0.1:0',
    FEED_TOKEN: SOURCE_TOKEN,
    FEED_STALE_MS: '60000',
  };
  const listed = async (http: Awaited<ReturnType<typeof startHttp>>, code: string) =>
    (await http.ask('/v1/api/forex/trade_list')).data.list.find((one: { Code: string }) => one.Code === code);
  const base = async (http: Awaited<ReturnType<typeof startHttp>>) =>
    (await http.ask('/api/basicSet/getBasicInfo')).data;
  const source = (http: Awaited<ReturnType<typeof startHttp>>) =>
    connectSource(/ws:\/\/[\d.:]+\/v1\/feed/.exec(http.logged.join('\n'))?.[0] ?? '', 'a');

  it('takes the asks of its sources where it should, and holds one that is too wide', async () => {
    const http = await openHttp({ ...SETTINGS, FEED_SPREAD: 'feed' });
    const feed = await source(http);
    const quote = (bid: string, ask: string | null) =>
      feed.send({ ticks: [['BTCUSD', bid, ask, Date.now()]] });
    for (let i = 0; i < 3; i++) quote('60000.00', '60000.10');
    await expect
      .poll(() => listed(http, 'BTCUSD'))
      .toMatchObject({
        ForexQuotations: { Close: 60_000, Ask: 60_000.1 },
      });
    expect(await base(http)).toMatchObject({ two_prices: 1 });
    await http.operator.rows('instruments', 'max-spread', { code: 'BTCUSD', points: '40' });
    expect(await http.operator.rows('instruments', 'show', { code: 'BTCUSD' })).toMatchObject([
      { max_spread: 40 },
    ]);
    quote('60000.00', '60000.41');
    quote('60001.00', '60001.40');
    await expect
      .poll(async () => (await listed(http, 'BTCUSD')).ForexQuotations)
      .toMatchObject({
        Close: 60_001,
        Ask: 60_001.4,
      });
    // Two that decided the session, and the wide one.
    expect(await http.operator.rows('feed', 'list')).toMatchObject([{ held: 3, dropped: 1 }]);
    quote('60002.00', null);
    await expect.poll(async () => (await listed(http, 'BTCUSD')).ForexQuotations.Close).toBe(60_002);
    expect((await listed(http, 'BTCUSD')).ForexQuotations).not.toHaveProperty('Ask');
  });

  it('without the setting has one price, until an operator adds a spread, which a restart keeps', async () => {
    const dataDir = temporaryFolder();
    const http = await startHttp({ ...SETTINGS, DATA_DIR: dataDir });
    onTestFinished(() => http.stop());
    const feed = await source(http);
    for (let i = 0; i < 3; i++) feed.send({ ticks: [['BTCUSD', '60000.00', '60000.10', Date.now()]] });
    await expect.poll(async () => (await listed(http, 'BTCUSD')).ForexQuotations.Close).toBe(60_000);
    expect((await listed(http, 'BTCUSD')).ForexQuotations).not.toHaveProperty('Ask');
    expect(await base(http)).not.toHaveProperty('two_prices');
    await http.operator.rows('instruments', 'spread', { code: 'BTCUSD', points: '25', yes: 'yes' });
    expect((await listed(http, 'BTCUSD')).ForexQuotations).toMatchObject({ Close: 60_000, Ask: 60_000.25 });
    expect(await base(http)).toMatchObject({ two_prices: 1 });
    await http.stop();
    const again = await openHttp({ ...SETTINGS, DATA_DIR: dataDir });
    expect(await again.operator.rows('instruments', 'show', { code: 'BTCUSD' })).toMatchObject([
      { spread: 25 },
    ]);
    expect(await base(again)).toMatchObject({ two_prices: 1 });
  });
});
