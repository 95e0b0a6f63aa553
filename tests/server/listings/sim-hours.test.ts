import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MarketHours } from '../../../server/catalogue/trading-hours.ts';
import { memoryCandleStore } from '../../../server/feed/candle-store.ts';
import { createMarket } from '../../../server/feed/feed.ts';
import type { Tick } from '../../../server/feed/market.ts';
import { createListings } from '../../../server/listings/listings.ts';
import { wireInstrument } from '../../../server/listings/market-encoder.ts';
import { openStore, type Store } from '../../../server/store/store.ts';
import { dataFolder } from '../../helpers/data-folder.ts';
import { good } from '../../helpers/dealing.ts';
import { createManualClock, type ManualClock } from '../../helpers/manual-clock.ts';

const SATURDAY = Date.parse('2026-01-17T12:00:05Z');
const SUNDAY_OPENING = Date.parse('2026-01-18T22:00Z');
const DAY = 86_400_000;

const candles = memoryCandleStore();
const feedOn = (clock: ManualClock, hours: MarketHours = 'market') =>
  createMarket({ feed: { kind: 'sim', seed: 'hours', synthetic: 0, hours }, clock, candleStore: candles });
beforeAll(async () => {
  const feed = await feedOn(createManualClock(SATURDAY - 60_000));
  await feed.start();
  await feed.stop();
}, 180_000);

let store: Store | undefined;
afterEach(async () => {
  await store?.close();
});

async function simulate(clock: ManualClock, held: Store, hours: MarketHours = 'market') {
  const feed = await feedOn(clock, hours);
  const listings = await createListings({ store: held, feed, clock, feeType: 'of-margin' });
  const { market } = listings;
  const ticks: Tick[] = [];
  market.onTick((tick) => ticks.push(tick));
  await market.start();
  const named = (code: string) => {
    const instrument = market.instrumentByCode(code);
    if (instrument === undefined) throw new Error(`${code} is not listed`);
    return instrument;
  };
  /** How often an instrument ticks in the next ten seconds. */
  const ticking = (code: string) => {
    ticks.length = 0;
    clock.advance(10_000);
    return ticks.filter((tick) => tick.instrumentId === named(code).id).length;
  };
  const wire = (code: string) => wireInstrument(named(code), market.quote(named(code).id), 'en');
  return { listings, market, named, ticking, wire };
}

describe('the simulated market', { timeout: 180_000 }, () => {
  // spec: 7.120
  it('says when an instrument trades, by its own hours or those of an operator', async () => {
    store = await openStore({ dataDir: dataFolder() });
    const { listings, market, named } = await simulate(createManualClock(SATURDAY), store);
    const sessions = (code: string) => market.sessions(named(code).id, SATURDAY - DAY, SATURDAY + 2 * DAY);
    const friday = [SATURDAY - DAY, SUNDAY_OPENING - 2 * DAY];
    expect(sessions('EURUSD')).toEqual([friday, [SUNDAY_OPENING, SATURDAY + 2 * DAY]]);
    expect(sessions('BTCUSD')).toEqual([[SATURDAY - DAY, SATURDAY + 2 * DAY]]);
    good(await listings.setHours('BTCUSD', 'forex'));
    expect(sessions('BTCUSD')).toEqual(sessions('EURUSD'));
    good(await listings.setHours('BTCUSD', 'closed'));
    expect(sessions('BTCUSD')).toEqual([]);
    await market.stop();
  });

  it('quotes an instrument also in wider hours set by an operator, and no other', async () => {
    store = await openStore({ dataDir: dataFolder() });
    const clock = createManualClock(SATURDAY);
    const first = await simulate(clock, store);
    expect([first.ticking('EURUSD'), first.ticking('EURGBP')]).toEqual([0, 0]);
    expect(first.wire('EURUSD')).toMatchObject({ MarketStatus: 0, NextOpenTime: SUNDAY_OPENING });

    good(await first.listings.setHours('EURUSD', 'always'));
    expect(first.wire('EURUSD')).toMatchObject({ MarketStatus: 1 });
    expect(first.wire('EURUSD')).not.toHaveProperty('NextOpenTime');
    expect(first.market.quote(first.named('EURUSD').id)?.time).toBe(clock.now());
    expect(first.ticking('EURUSD')).toBeGreaterThan(5);
    expect(first.ticking('EURGBP')).toBe(0);
    expect(first.market.quote(first.named('EURUSD').id)).toMatchObject({ marketOpen: true });
    await first.market.stop();

    const again = await simulate(clock, store);
    expect(again.wire('EURUSD')).toMatchObject({ MarketStatus: 1 });
    expect(again.ticking('EURUSD')).toBeGreaterThan(5);

    good(await again.listings.setHours('EURUSD', 'forex'));
    expect(again.wire('EURUSD')).toMatchObject({ MarketStatus: 0, NextOpenTime: SUNDAY_OPENING });
    expect(again.ticking('EURUSD')).toBe(0);
    good(await again.listings.setHours('EURUSD', 'metal'));
    expect(again.wire('EURUSD')).toMatchObject({ MarketStatus: 0, NextOpenTime: SUNDAY_OPENING + DAY / 24 });
    good(await again.listings.setHours('EURUSD', 'closed'));
    expect(again.wire('EURUSD')).not.toHaveProperty('NextOpenTime');
    await again.market.stop();
  });

  it('quotes every instrument at weekends where its hours are always', async () => {
    store = await openStore({ dataDir: dataFolder() });
    const { listings, market, named, ticking, wire } = await simulate(
      createManualClock(SATURDAY),
      store,
      'always',
    );
    for (const { code, id } of market.instruments()) {
      expect(wire(code), code).toMatchObject({ MarketStatus: 1 });
      expect(market.sessions(id, SATURDAY, SATURDAY + DAY), code).toEqual([[SATURDAY, SATURDAY + DAY]]);
    }
    expect(ticking('EURUSD')).toBeGreaterThan(5);
    // The operator's hours still decide.
    good(await listings.setHours('EURUSD', 'forex'));
    expect(wire('EURUSD')).toMatchObject({ MarketStatus: 0, NextOpenTime: SUNDAY_OPENING });
    expect(market.quote(named('EURUSD').id)).toMatchObject({ marketOpen: false });
    await market.stop();
  });

  it('keeps quoting an instrument that an operator closed', async () => {
    store = await openStore({ dataDir: dataFolder() });
    const { listings, ticking, wire, market } = await simulate(createManualClock(SATURDAY), store);
    good(await listings.setHours('BTCUSD', 'closed'));
    expect(ticking('BTCUSD')).toBeGreaterThan(5);
    expect(wire('BTCUSD')).toMatchObject({ MarketStatus: 0 });
    good(await listings.setHours('BTCUSD', 'forex'));
    expect(wire('BTCUSD')).toMatchObject({ MarketStatus: 0, NextOpenTime: SUNDAY_OPENING });
    expect(ticking('BTCUSD')).toBeGreaterThan(5);
    await market.stop();
  });

  it('lists the conversion instrument of every quote currency, also against an operator’s wish', async () => {
    store = await openStore({ dataDir: dataFolder() });
    const clock = createManualClock(SATURDAY);
    const listings = await createListings({ store, feed: await feedOn(clock), clock, feeType: 'of-margin' });
    const { market } = listings;
    const conversions = new Set(
      market.instruments().flatMap(({ settle }) => (settle.status === 'none' ? [] : [settle.code])),
    );
    expect(conversions.size).toBeGreaterThan(10);
    const whole = () =>
      market
        .instruments()
        .every(
          ({ settle }) => settle.status === 'none' || market.instrumentByCode(settle.code) !== undefined,
        );
    const codes = listings.all().map(({ instrument }) => instrument.code);
    for (const code of [...codes, ...codes]) {
      await listings.setMode(code, 'close-only');
      await listings.unlist(code);
      expect(whole(), code).toBe(true);
    }
    expect(market.instruments()).toEqual([]);
    for (const code of codes.toReversed()) {
      await listings.listAgain(code);
      expect(whole(), code).toBe(true);
    }
  });
});
