import { beforeAll, describe, expect, test, vi } from 'vitest';
import { catalogue, entryFor } from '../../../server/catalogue/catalogue.ts';
import { TRADING_HOURS } from '../../../server/catalogue/trading-hours.ts';
import { type CandleStore, memoryCandleStore } from '../../../server/feed/candle-store.ts';
import { createMarket } from '../../../server/feed/feed.ts';
import type { Market, Tick } from '../../../server/feed/market.ts';
import type { Live } from '../../../server/feed/sim/live-prices.ts';
import { type SimEvent, type SimState, step } from '../../../server/feed/sim/sim-market.ts';
import { sessionAt } from '../../../server/feed/trading-sessions.ts';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { periodSeconds, WIRE_PERIODS } from '../../../shared/domain/period.ts';
import { pointsPerUnit } from '../../../shared/domain/price.ts';
import { createManualClock, type ManualClock } from '../../helpers/manual-clock.ts';
import { allCandles, slowFold } from './candle-reference.ts';

const WEDNESDAY = Date.parse('2026-01-14T14:20:31.250Z');
const SATURDAY = Date.parse('2026-01-17T12:00:05Z');
const DAY = 86_400_000;

async function simulate(
  clock: ManualClock,
  candleStore: CandleStore,
  seed = 'a seed',
  spread?: 'none' | 'feed',
) {
  const market = await createMarket({
    feed: { kind: 'sim', seed, synthetic: 0, hours: 'market', ...(spread && { spread }) },
    clock,
    candleStore,
  });
  const ticks: Tick[] = [];
  market.onTick((tick) => ticks.push(tick));
  await market.start();
  return { market, ticks };
}

let wednesday: CandleStore;
beforeAll(async () => {
  wednesday = memoryCandleStore();
  const { market } = await simulate(createManualClock(WEDNESDAY - 5 * 60_000), wednesday);
  await market.stop();
}, 180_000);

/** A separate store with a history up to five minutes before WEDNESDAY. */
async function filledStore(without = ''): Promise<CandleStore> {
  const copy = memoryCandleStore();
  for (const { code } of catalogue.filter((entry) => entry.code !== without))
    for (const resolutionS of [60, 3_600]) await copy.save(await wednesday.load(code, resolutionS, 0, 4e9));
  return copy;
}

function listed(market: Market, code: string): Instrument {
  const instrument = market.instrumentByCode(code);
  if (!instrument) throw new Error(`${code} is not listed`);
  return instrument;
}

/** Advances the time and waits for the store. */
async function pass(clock: ManualClock, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 5_000) {
    clock.advance(Math.min(left, 5_000));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('the asks of the simulation', () => {
  test('do not change a bid, are the same for the same seed, and never below a point above it', async () => {
    const run = async (spread: 'none' | 'feed') => {
      const clock = createManualClock(WEDNESDAY);
      const { market, ticks } = await simulate(clock, await filledStore(), 'a seed', spread);
      await pass(clock, 60_000);
      await market.stop();
      return { ticks };
    };
    const [plain, two, again] = [await run('none'), await run('feed'), await run('feed')];
    expect(two.ticks.map(({ ask: _, ...tick }) => tick)).toEqual(
      plain.ticks.map(({ ask: _, ...tick }) => tick),
    );
    expect(plain.ticks.every(({ ask, close }) => ask === close)).toBe(true);
    expect(two.ticks.every(({ ask, close }) => ask > close)).toBe(true);
    expect(again).toEqual(two);
  });

  test('stand beside the last prices of closed markets too', async () => {
    const { market } = await simulate(createManualClock(SATURDAY), await filledStore(), 'a seed', 'feed');
    const quotes = market.instruments().flatMap(({ id }) => market.quote(id) ?? []);
    await market.stop();
    expect(quotes).toHaveLength(catalogue.length);
    expect(quotes.filter(({ ask, close }) => ask <= close)).toEqual([]);
    const { ask = 0, close = 0 } = market.quote(listed(market, 'EURUSD').id) ?? {};
    expect(ask - close).toBeLessThan(60);
    expect(quotes.filter(({ ask, close }) => ask - close > 0.01 * close)).toEqual([]);
  });

  test('are about what brokers quote', async () => {
    const clock = createManualClock(WEDNESDAY);
    const { market, ticks } = await simulate(clock, await filledStore(), 'a seed', 'feed');
    await pass(clock, 120_000);
    await market.stop();
    const meanOf = (code: string) => {
      const { id } = listed(market, code);
      const own = ticks.filter(({ instrumentId }) => instrumentId === id);
      return own.reduce((sum, { ask, close }) => sum + (ask - close), 0) / own.length;
    };
    for (const [code, least, most] of [
      ['EURUSD', 5, 20],
      ['USDJPY', 8, 40],
      ['EURGBP', 5, 25],
      ['XAUUSD', 80, 800],
      ['BTCUSD', 1_500, 12_000],
      ['US500', 3, 20],
    ] as const) {
      expect(meanOf(code), code).toBeGreaterThan(least);
      expect(meanOf(code), code).toBeLessThan(most);
    }
  });
});

describe('an instrument that is added', () => {
  test('gets a history and moves on its own, while the others go on from their prices', async () => {
    const clock = createManualClock(WEDNESDAY);
    const store = await filledStore();
    const { market, ticks } = await simulate(clock, store);
    await pass(clock, 5_000);
    const before = market.quote(listed(market, 'EURUSD').id)?.close ?? 0;
    expect(market.add?.(entryFor({ code: 'COCOA', decimals: 2, currency: 'USD' }))).toBe(true);
    const cocoa = listed(market, 'COCOA');
    expect(cocoa.market.status).toBe('closed');
    await vi.waitFor(() => expect(listed(market, 'COCOA').market.status).toBe('open'));
    await pass(clock, 60_000);
    const moved = ticks.filter(({ instrumentId }) => instrumentId === cocoa.id).map(({ close }) => close);
    expect(new Set(moved).size).toBeGreaterThan(5);
    await expectWhole(market, 'COCOA');
    await expectWhole(market, 'EURUSD');
    const after = market.quote(listed(market, 'EURUSD').id)?.close ?? 0;
    expect(Math.abs(after - before) / before).toBeLessThan(0.001);
    await market.stop();
    expect(await store.range('COCOA', 60)).toBeDefined();
  });

  test('is not taken twice', async () => {
    const { market } = await simulate(createManualClock(WEDNESDAY), await filledStore());
    const [first] = catalogue;
    expect(first && market.add?.(first)).toBe(false);
    await market.stop();
  });
});

/** Starts of all slots of [from, to] (epoch s) whose market is open in them. */
function openStarts(code: string, seconds: number, from: number, to: number): number[] {
  const hours = catalogue.find((entry) => entry.code === code)?.hours ?? 'crypto';
  const starts: number[] = [];
  for (let start = from; start <= to; start += seconds)
    if (sessionAt(TRADING_HOURS[hours], start * 1000).open) starts.push(start);
  return starts;
}

async function expectWhole(market: Market, code: string): Promise<void> {
  const instrument = listed(market, code);
  const lastS = Math.floor(market.now() / 60_000) * 60;
  for (const period of ['1min', '60min'] as const) {
    const seconds = periodSeconds(period);
    const times = (await allCandles(market, instrument, period, 1_500)).map((row) => row[0]);
    expect(times, `${code} ${period}`).toEqual(
      openStarts(code, seconds, times[0] ?? 0, Math.floor(lastS / seconds) * seconds),
    );
  }
}

describe('a first start', { timeout: 180_000 }, () => {
  let market: Market;
  beforeAll(async () => {
    ({ market } = await simulate(createManualClock(SATURDAY), memoryCandleStore()));
  }, 180_000);

  test('lists about sixty instruments, each with a price, also closed ones', () => {
    const instruments = market.instruments();
    expect(instruments.length).toBeGreaterThanOrEqual(58);
    for (const { id, code, market: state } of instruments) {
      const quote = market.quote(id);
      expect(quote?.close, code).toBeGreaterThan(0);
      expect(quote?.marketOpen, code).toBe(state.status === 'open');
    }
    expect(listed(market, 'EURUSD').market).toEqual({
      status: 'closed',
      opensAt: Date.parse('2026-01-18T22:00Z'),
    });
    expect(listed(market, 'BTCUSD').market).toEqual({ status: 'open' });
    expect(market.quote(listed(market, 'EURUSD').id)?.time).toBe(Date.parse('2026-01-16T21:59:59.999Z'));
  });

  test.for(WIRE_PERIODS)('has at least 300 valid candles of %s for every instrument', async (period) => {
    for (const { id, code } of market.instruments()) {
      const rows = await market.kline(id, period, 4e9, 300);
      expect(rows.length, code).toBe(300);
      const seconds = periodSeconds(period);
      const unsound = rows.filter(
        ([time, open, high, low, close, volume]) =>
          time % seconds !== 0 ||
          low > Math.min(open, close) ||
          high < Math.max(open, close) ||
          low <= 0 ||
          volume <= 0,
      );
      expect(unsound, code).toEqual([]);
    }
  });

  test('has a candle in every open minute and hour and in no closed one', async () => {
    for (const code of ['EURUSD', 'USDTHB', 'XAUUSD', 'BTCUSD']) await expectWhole(market, code);
  });

  test('has longer candles that equal folds of the shorter ones', async () => {
    for (const code of ['GBPJPY', 'US500', 'ETHUSD']) {
      const instrument = listed(market, code);
      const minutes = await allCandles(market, instrument, '1min', 1_500);
      const hours = await allCandles(market, instrument, '60min', 1_500);
      for (const period of ['5min', '15min', '30min'] as const)
        expect(await allCandles(market, instrument, period)).toEqual(
          slowFold(minutes, periodSeconds(period)),
        );
      const ofMinutes = slowFold(minutes, 3_600);
      expect(hours.slice(-ofMinutes.length)).toEqual(ofMinutes);
      expect(await allCandles(market, instrument, '1day')).toEqual(slowFold(hours, 86_400));
    }
  });

  // spec: 7.49
  test('answers with candles before an end, at most a limit, and a sparkline of the last hour', async () => {
    const { id } = listed(market, 'EURUSD');
    const all = await market.kline(id, '5min', 4e9, 20);
    expect(await market.kline(id, '5min', all[12]?.[0] ?? 0, 5)).toEqual(all.slice(7, 12));
    expect(await market.kline(id, '1day', 1_000_000, 5)).toEqual([]);
    const minutes = await market.kline(id, '1min', 4e9, 60);
    expect(market.sparkline(id)).toEqual(minutes.map((row) => [row[0], row[4]]));
    expect(market.lastMinute(id)).toEqual(minutes.at(-1));
  });

  test('quotes crosses that agree with their components', () => {
    const value = (code: string) => {
      const { id, precision } = listed(market, code);
      return (market.quote(id)?.close ?? 0) / pointsPerUnit(precision);
    };
    expect(value('EURJPY') / (value('EURUSD') * value('USDJPY'))).toBeCloseTo(1, 4);
    expect(value('GBPCHF') / (value('GBPUSD') * value('USDCHF'))).toBeCloseTo(1, 4);
  });

  test('moves as much as real instruments do', async () => {
    for (const [code, low, high] of [
      ['EURUSD', 0.04, 0.11],
      ['XAUUSD', 0.1, 0.25],
      ['BTCUSD', 0.35, 0.9],
    ] as const) {
      const rows = await market.kline(listed(market, code).id, '60min', 4e9, 6_000);
      const moves = rows.map((row) => Math.log(row[4] / row[1]));
      const deviation = Math.sqrt(moves.reduce((sum, move) => sum + move * move, 0) / moves.length);
      const yearly = deviation * Math.sqrt(365 * 24);
      expect(yearly, code).toBeGreaterThan(low);
      expect(yearly, code).toBeLessThan(high);
    }
  });
});

describe('prices', { timeout: 180_000 }, () => {
  test('are the same for the same seed and clock, for any steps of time', async () => {
    const clocks = [createManualClock(WEDNESDAY), createManualClock(WEDNESDAY)] as const;
    const [a, b] = [
      await simulate(clocks[0], await filledStore()),
      await simulate(clocks[1], await filledStore()),
    ];
    clocks[0].advance(20_000);
    clocks[1].jump(7_777);
    clocks[1].advance(20_000 - 7_777);
    expect(a.ticks.length).toBeGreaterThan(2_000);
    const early = (ticks: readonly Tick[]) => ticks.filter((tick) => tick.time < WEDNESDAY + 19_900);
    expect(early(b.ticks)).toEqual(early(a.ticks));
    const c = await simulate(createManualClock(WEDNESDAY), await filledStore(), 'another seed');
    expect(c.ticks[0]).not.toEqual(a.ticks[0]);
  });

  test('tick irregularly, several times a second for majors, without long silences while open', async () => {
    const clock = createManualClock(WEDNESDAY);
    const { market, ticks } = await simulate(clock, await filledStore());
    clock.advance(60_000);
    expect(ticks.map((tick) => tick.time)).toEqual(ticks.map((tick) => tick.time).toSorted((x, y) => x - y));
    for (const { id, code } of market.instruments()) {
      const times = ticks.filter((tick) => tick.instrumentId === id).map((tick) => tick.time);
      const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0));
      expect(Math.max(...gaps), code).toBeLessThanOrEqual(2_500);
      expect(new Set(gaps).size, code).toBeGreaterThan(10);
      if (code === 'EURUSD') expect(times.length).toBeGreaterThan(120);
    }
  });

  test('stop while the market is closed, and start when it opens', async () => {
    const clock = createManualClock(Date.parse('2026-01-18T21:59:50Z'));
    const { market, ticks } = await simulate(clock, await filledStore());
    const { id } = listed(market, 'EURUSD');
    const states: string[] = [];
    market.onMarketState((of, state) => of === id && states.push(`${state.status} ${market.now() % 60_000}`));
    clock.advance(9_990);
    expect(ticks.some((tick) => tick.instrumentId === id)).toBe(false);
    clock.advance(20_000);
    expect(states).toEqual(['open 0']);
    expect(ticks.find((tick) => tick.instrumentId === id)?.time).toBe(Date.parse('2026-01-18T22:00Z'));
    expect(listed(market, 'XAUUSD').market).toEqual({
      status: 'closed',
      opensAt: Date.parse('2026-01-18T23:00Z'),
    });
  });

  test('have a new price each from the moment in which they open', async () => {
    const opening = Date.parse('2026-01-18T22:00Z');
    const clock = createManualClock(opening - 10_000);
    const { market } = await simulate(clock, await filledStore());
    const forex = catalogue
      .filter(({ hours }) => hours === 'forex')
      .map(({ code }) => listed(market, code).id);
    const before = forex.map((id) => market.quote(id)?.close);
    clock.advance(9_999);
    expect(forex.map((id) => market.quote(id)?.marketOpen)).toEqual(forex.map(() => false));
    clock.advance(1);
    for (const id of forex) expect(market.quote(id)).toMatchObject({ marketOpen: true, time: opening });
    const moved = forex.filter((id, at) => market.quote(id)?.close !== before[at]);
    expect(moved.length).toBeGreaterThan(forex.length / 2);
  });

  test('close with the session', async () => {
    const clock = createManualClock(Date.parse('2026-01-16T21:59:40Z'));
    const { market, ticks } = await simulate(clock, await filledStore());
    const { id } = listed(market, 'EURUSD');
    clock.advance(60_000);
    const last = ticks.findLast((tick) => tick.instrumentId === id);
    expect(last?.time).toBeLessThan(Date.parse('2026-01-16T22:00Z'));
    expect(market.quote(id)).toMatchObject({ marketOpen: false, close: last?.close });
  });

  test('keep quote, candle and tick consistent', async () => {
    const clock = createManualClock(WEDNESDAY);
    const { market } = await simulate(clock, await filledStore());
    let seen = 0;
    const stop = market.onTick((tick) => {
      seen++;
      expect(market.quote(tick.instrumentId)).toMatchObject({ close: tick.close, time: tick.time });
      expect(market.lastMinute(tick.instrumentId)?.[4]).toBe(tick.close);
    });
    clock.advance(1_000);
    stop();
    clock.advance(1_000);
    expect(seen).toBeGreaterThan(50);
    expect(seen).toBeLessThan(600);
  });
});

describe('a restart', { timeout: 180_000 }, () => {
  const AWAY = {
    'ten seconds': 10_000,
    'eleven minutes': 660_000,
    'a weekend': 4 * DAY,
    'forty days': 40 * DAY,
  };

  test.for(Object.entries(AWAY))('after %s leaves no gap and duplicates no candle', async ([, awayMs]) => {
    const store = await filledStore();
    const clock = createManualClock(WEDNESDAY);
    const first = await simulate(clock, store);
    await pass(clock, 150_000);
    const code = 'EURUSD';
    const before = await first.market.kline(listed(first.market, code).id, '60min', 4e9, 300);
    const minutes = await first.market.kline(listed(first.market, code).id, '1min', 4e9, 300);
    await first.market.stop();
    clock.jump(awayMs);
    const second = await simulate(clock, store);
    await pass(clock, 130_000);
    for (const each of [code, 'AUDNZD', 'XAUUSD', 'BTCUSD']) await expectWhole(second.market, each);
    const { id } = listed(second.market, code);
    const now = await second.market.kline(id, '60min', 4e9, 1_500);
    expect(now.filter((row) => row[0] < (before.at(-1)?.[0] ?? 0)).slice(-299)).toEqual(before.slice(0, -1));
    if (awayMs > 14 * DAY) return;
    // The minute in progress at the stop is there too; it continues if it is still the same minute.
    const lasting = awayMs > 60_000 ? minutes : minutes.slice(0, -1);
    const held = await second.market.kline(id, '1min', (lasting.at(-1)?.[0] ?? 0) + 60, lasting.length);
    expect(held).toEqual(lasting);
  });

  test('drops old minutes and keeps their hours', async () => {
    const store = await filledStore();
    const old = Math.floor((WEDNESDAY - 61 * DAY) / 432_000_000) * 432_000;
    const hours = await store.load('EURUSD', 3_600, 0, 4e9);
    await store.save([{ code: 'EURUSD', resolutionS: 60, startS: old, data: Uint8Array.of(1, 0) }]);
    const clock = createManualClock(WEDNESDAY);
    await simulate(clock, store);
    await pass(clock, 100);
    expect((await store.range('EURUSD', 60))?.firstS).toBeGreaterThan(old);
    expect((await store.load('EURUSD', 3_600, 0, 4e9)).length).toBe(hours.length);
  });

  test('continues near the last price', async () => {
    const store = await filledStore();
    const clock = createManualClock(WEDNESDAY);
    const first = await simulate(clock, store);
    clock.advance(30_000);
    const closes = first.market.instruments().map(({ id }) => first.market.quote(id)?.close ?? 0);
    await first.market.stop();
    const second = await simulate(clock, store);
    second.market.instruments().forEach(({ id, code }, i) => {
      expect((second.market.quote(id)?.close ?? 0) / (closes[i] ?? 1), code).toBeCloseTo(1, 2);
    });
  });

  test('gives an instrument that is new to the store a history, and a price that continues it', async () => {
    const clock = createManualClock(WEDNESDAY);
    const { market, ticks } = await simulate(clock, await filledStore('AUDNZD'));
    const { id } = listed(market, 'AUDNZD');
    expect(await market.kline(id, '1day', 4e9, 300)).toHaveLength(300);
    const past = (await market.kline(id, '1min', Math.floor(WEDNESDAY / 60_000) * 60, 1))[0]?.[4] ?? 0;
    clock.advance(5_000);
    const first = ticks.find((tick) => tick.instrumentId === id)?.close ?? 0;
    expect(Math.abs(first / past - 1)).toBeLessThan(0.001);
    await expectWhole(market, 'AUDNZD');
  });

  test('after a crash loses no finished minute', async () => {
    const store = await filledStore();
    const clock = createManualClock(WEDNESDAY);
    const first = await simulate(clock, store);
    await pass(clock, 180_000);
    const minutes = await first.market.kline(listed(first.market, 'USDJPY').id, '1min', 4e9, 3);
    const second = await simulate(clock, store);
    const again = await second.market.kline(listed(second.market, 'USDJPY').id, '1min', 4e9, 3);
    expect(again.slice(0, 2)).toEqual(minutes.slice(0, 2));
    await expectWhole(second.market, 'USDJPY');
  });
});

test('a machine that slept for hours fills the missed time, once its store answers', {
  timeout: 120_000,
}, async () => {
  const store = await filledStore();
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let failing = false;
  const clock = createManualClock(WEDNESDAY);
  const { market, ticks } = await simulate(clock, {
    ...store,
    range: (code, resolutionS) =>
      failing ? Promise.reject(new Error('disk')) : store.range(code, resolutionS),
  });
  await pass(clock, 10_000);
  clock.jump(3 * 3_600_000);
  failing = true;
  await pass(clock, 100);
  const before = ticks.length;
  await pass(clock, 1_000);
  expect(ticks.length).toBe(before);
  expect(complaints).toHaveBeenCalledOnce();
  complaints.mockRestore();
  failing = false;
  await pass(clock, 5_000);
  await vi.waitFor(() => expect(ticks.length).toBeGreaterThan(before));
  await pass(clock, 90_000);
  for (const code of ['EURUSD', 'BTCUSD']) await expectWhole(market, code);
  await market.stop();
});

test('a store that fails for a while loses nothing', { timeout: 180_000 }, async () => {
  const store = await filledStore();
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let failing = false;
  const flaky: CandleStore = {
    ...store,
    save: (chunks) => (failing ? Promise.reject(new Error('disk full')) : store.save(chunks)),
  };
  const clock = createManualClock(WEDNESDAY);
  const { market } = await simulate(clock, flaky);
  failing = true;
  await pass(clock, 4 * 60_000);
  failing = false;
  expect(complaints).toHaveBeenCalledTimes(4);
  complaints.mockRestore();
  await pass(clock, 2 * 60_000);
  await expectWhole(market, 'EURUSD');
  await market.stop();
  const again = await simulate(clock, store);
  await expectWhole(again.market, 'EURUSD');
});

test('old data are dropped in whole seconds, as the store counts them', async () => {
  const store = await filledStore();
  const dropped: number[] = [];
  const clock = createManualClock(WEDNESDAY);
  const { market } = await simulate(clock, {
    ...store,
    drop(resolutionS, beforeS) {
      dropped.push(beforeS);
      return store.drop(resolutionS, beforeS);
    },
  });
  await pass(clock, 5_000);
  await market.stop();
  expect(dropped.length).toBeGreaterThan(0);
  expect(dropped.filter((beforeS) => !Number.isInteger(beforeS))).toEqual([]);
});

describe('a step of the simulated market', () => {
  const live: Live = { runTo: () => undefined, setHours: () => undefined };
  const AT = 1_000_000;
  const MINUTE = 60_000;
  const stopped: SimState = { status: 'stopped' };
  const running = (afterMs: number): SimState => ({ status: 'live', live, steppedMs: AT + afterMs });
  const filling: SimState = { status: 'filling', steppedMs: AT };
  const failed: SimState = { status: 'failed', failedAtMs: AT + 2 * MINUTE, steppedMs: AT };
  const filled = (afterMs: number): SimEvent => ({ type: 'filled', live, nowMs: AT + afterMs });
  const at = (afterMs: number, type: 'due' | 'failed' | 'stop' = 'due'): SimEvent => ({
    type,
    nowMs: AT + afterMs,
  });

  test.each<[string, SimState, SimEvent, SimState]>([
    ['is live when its history is there', stopped, filled(0), running(0)],
    ['runs up to now', running(0), at(25), running(25)],
    ['runs through a short gap', running(0), at(MINUTE), running(MINUTE)],
    ['keeps its time when the clock is set back a little', running(0), at(-5_000), running(0)],
    ['fills a longer gap', running(0), at(MINUTE + 1), filling],
    ['refills when the clock is set back far', running(0), at(-MINUTE - 1), filling],
    ['goes on from the time it was filled up to', filling, filled(3 * MINUTE), running(3 * MINUTE)],
    ['waits when the store fails, and remembers its time', filling, at(2 * MINUTE, 'failed'), failed],
    ['leaves the store alone for a while', failed, at(2 * MINUTE + 4_999), failed],
    ['tries the store again', failed, at(2 * MINUTE + 5_000), filling],
    ['tries again in time when the clock is set back', failed, at(-MINUTE), filling],
    ['stops while it is live', running(0), at(25, 'stop'), stopped],
    ['stops after a failure', failed, at(25, 'stop'), stopped],
    ['stays stopped', stopped, at(25), stopped],
    ['stays stopped when the store fails', stopped, at(25, 'failed'), stopped],
  ])('%s', (_, state, event, expected) => expect(step(state, event)).toEqual(expected));

  test('fills only once at a time', () => expect(step(filling, at(3 * MINUTE))).toBe(filling));
});
