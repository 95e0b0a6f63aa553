import { expect, it, vi } from 'vitest';
import { type Clock, stopwatchMs, systemClock } from '../../../server/clock.ts';
import { clockReadings } from '../../../server/clock-readings.ts';
import { financingVerb } from '../../../server/listings/financing-commands.ts';
import { createListings } from '../../../server/listings/listings.ts';
import { UnavailableError } from '../../../server/store/errors.ts';
import { nextNight, parseNightTime } from '../../../shared/domain/financing.ts';
import { dataFolder } from '../../helpers/data-folder.ts';
import { good, ticket } from '../../helpers/dealing.ts';
import { startHttp } from '../http-fixture.ts';
import { startListings } from './listings-scene.ts';

const TIME = '04:30 Asia/Tokyo';
const DAYS = 3;

/** The machine's clock, some days ahead. */
const ahead = (days: number): Clock => ({
  ...systemClock,
  ...clockReadings({ wall: () => Date.now() + days * 86_400_000, steady: stopwatchMs }),
});

it('an operator sets what nights cost, the app is shown it, and nights of an outage are booked at the start', async () => {
  const settings = { DATA_DIR: dataFolder(), FEED: 'sim', FEED_HOURS: 'always', FINANCING_TIME: TIME };
  const before = await startHttp(settings);
  const rowOf = async (code: string) =>
    (await before.ask('/v1/api/forex/trade_list')).data.list.find(
      (one: { Code: string }) => one.Code === code,
    );
  const baseData = async () => (await before.ask('/api/basicSet/getBasicInfo')).data;
  expect(await baseData()).not.toHaveProperty('financing_time');
  expect(await rowOf('BTCUSD')).not.toHaveProperty('LongRate');

  const token = await before.enterReal();
  const { uid } = (await before.send(token, 'getUser')).data;
  await before.operator.rows('balance', 'adjust', { uid: String(uid), amount: '50000', memo: 'a trial' });
  const [id, cont] = [await before.idOf('BTCUSD'), 0.5];
  const opened = await before.send(token, 'submitOrder', {
    forex_id: id,
    type: 1,
    status: 1,
    cont,
    multiple: 10,
  });
  expect(opened.data).not.toHaveProperty('Financing');

  const values = { code: 'btcusd', long: '3.6', short: '-0.0001' };
  const preview = await before.operator.ask('instruments', 'financing', values);
  const { ForexQuotations: quotes, ForexContNum: units } = await rowOf('BTCUSD');
  const night = (cont * units * quotes.Close * 0.036) / 360;
  expect(preview).toMatchObject({
    ok: true,
    value: {
      failed: true,
      rows: [{ code: 'BTCUSD', long: 0, short: 0, to_long: 3.6, to_short: -0.0001, nights: 1, positions: 1 }],
    },
  });
  const [shown] = preview.ok ? preview.value.rows : [];
  expect(shown?.['house']).toBeGreaterThan(night * 0.9);
  expect(shown?.['house']).toBeLessThan(night * 1.1);
  expect(shown?.['customers']).toBe(-Number(shown?.['house']));
  expect(await rowOf('BTCUSD')).not.toHaveProperty('LongRate');

  await before.operator.rows('instruments', 'financing', { ...values, yes: 'yes' });
  await before.operator.rows('instruments', 'financing', {
    code: 'XAUUSD',
    long: '0',
    short: '1',
    yes: 'yes',
  });
  expect(await rowOf('BTCUSD')).toMatchObject({ LongRate: 3.6, ShortRate: -0.0001 });
  expect(await rowOf('BTCUSD')).not.toHaveProperty('TripleDay');
  expect(await rowOf('XAUUSD')).toMatchObject({ LongRate: 0, ShortRate: 1, TripleDay: 3 });
  expect(await rowOf('EURUSD')).not.toHaveProperty('LongRate');
  expect(await baseData()).toMatchObject({ financing_time: TIME });
  const [row] = await before.operator.rows('instruments', 'show', { code: 'BTCUSD' });
  expect(row).toMatchObject({ long: 3.6, short: -0.0001 });
  const from = Date.now();
  await before.stop();

  const after = await startHttp(settings, { clock: ahead(DAYS) });
  const closed = await after.send(token, 'closeOrder', { id: opened.data.Id });
  const nights: number[] = [];
  const time = parseNightTime(TIME);
  for (let at = from; time !== undefined; ) {
    at = nextNight({}, at, time).at;
    if (at > from + DAYS * 86_400_000) break;
    nights.push(at);
  }
  const { list } = (await after.send(token, 'getLedger', { page: 1 })).data;
  const lines = list.filter((one: { MemoTran: string }) => one.MemoTran === 'Overnight financing BTC/USD');
  expect(lines).toHaveLength(nights.length);
  const sum = lines.reduce((all: number, one: { Value: number }) => all + one.Value, 0);
  expect(closed.data.Financing).toBeCloseTo(-sum, 5);
  expect(closed.data.Financing).toBeGreaterThan(night * nights.length * 0.5);
  const days = await Promise.all(
    nights.map((at) =>
      after.operator.rows('report', 'day', { day: new Date(at).toISOString().slice(0, 10) }),
    ),
  );
  for (const day of days)
    expect(day).toContainEqual({ what: 'financing', count: 1, amount: expect.any(Number) });
  expect(after.faults).toEqual([]);
  await after.stop();
});

it('rates are switched off while no price is known, and no others are set', async () => {
  const { exchange, market, listings, store, openAccount } = await startListings();
  const set = (long: string) => {
    const deps = { listings, store, config: { financingTime: TIME } };
    return financingVerb.run(deps, { code: 'EURUSD', long, short: '0', yes: 'yes' });
  };
  market.tick('EURUSD', 1.2);
  good(await exchange.submit(await openAccount(), ticket('EURUSD', 'buy')));
  await set('3.6');
  Object.assign(market, { quote: () => undefined });
  expect(await set('1')).toMatchObject({ error: expect.stringMatching(/no price yet/) });
  expect(await set('0')).toMatchObject({
    value: { rows: [{ long: 0, positions: 1, customers: 0, house: 0 }] },
  });
});

it('rates that are stored, and cannot be read then, are told to other processes, and read again by itself', async () => {
  const { store, market, clock } = await startListings();
  let isAway = false;
  const readAway = {
    ...store,
    get read() {
      if (isAway) throw new UnavailableError('the database is away');
      return store.read;
    },
  };
  const listings = await createListings({ store: readAway, feed: market, clock, feeType: 'of-margin' });
  await listings.market.start();
  let told = 0;
  listings.onChange(() => told++);
  isAway = true;
  await expect(listings.setNightRates('EURUSD', { longRate: 1, shortRate: 0 })).rejects.toThrow('away');
  expect(told).toBe(1);
  clock.advance(5_000);
  isAway = false;
  clock.advance(5_000);
  await vi.waitFor(() => expect(good(listings.find('EURUSD')).instrument.longRate).toBe(1));
  await listings.market.stop();
});
