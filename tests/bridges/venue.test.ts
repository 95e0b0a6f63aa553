import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { type Clock, systemClock } from '../../bridges/clock.ts';
import { readMapping } from '../../bridges/mapping.ts';
import type { PriceKind } from '../../bridges/options.ts';
import type { Tick } from '../../bridges/tick.ts';
import { type Failure, openVenue, type VenueClient } from '../../bridges/venue.ts';
import { root } from '../architecture/sources.ts';
import { recordedData } from '../helpers/recorded-data.ts';
import { candleOf, type FakeVenue, type Protocol, readCapture, startVenue } from './fake-venue.ts';
import { linked } from './linked.ts';
import { binanceFutures, binanceSpot, bitstamp, bookOf, gate } from './protocols.ts';
import { type Receiver, startReceiver } from './receiver.ts';

interface Ccxt {
  venueOf(name: string, settings?: object): (() => VenueClient) | undefined;
  failureOf(error: unknown, client: VenueClient): Failure;
}

/** `bridges/` has packages of its own: without them a test says so. */
function ccxt(skip: TestContext['skip']): Promise<Ccxt> {
  if (!existsSync(join(root, 'bridges', 'node_modules', 'ccxt')))
    skip('bridges/ has no packages: npm ci --prefix bridges');
  return import(pathToFileURL(join(root, 'bridges', 'ccxt.ts')).href);
}

async function bridged(
  skip: TestContext['skip'],
  { name, file, protocol, speed }: { name: string; file: string; protocol: Protocol; speed: number },
  map: string,
  options: {
    prices?: PriceKind;
    clock?: Clock;
    decimals?: Record<string, number>;
    started?: (venue: FakeVenue) => void;
  } = {},
) {
  const { venueOf, failureOf } = await ccxt(skip);
  const venue = await startVenue(readCapture(recordedData(skip, 'ws', file)), protocol, speed);
  options.started?.(venue);
  const receiver = await startReceiver({ decimals: options.decimals ?? {} });
  const connection = linked(receiver.url, options.clock ? { clock: options.clock } : {});
  const openClient = venueOf(name, venue.settings);
  const mapping = readMapping(map);
  if (openClient === undefined || !mapping.ok) throw new Error('no such venue');
  const bridge = openVenue(
    {
      clock: options.clock ?? systemClock,
      link: connection.link,
      chance: () => 0,
      say: (line) => connection.said.push(line),
      counts: () => connection.counts,
      openClient,
      failureOf,
    },
    mapping.value,
    options.prices,
  );
  bridge.ended.then((sentence) => connection.said.push(`ended: ${sentence}`));
  connection.onOpened(() => bridge.exchangeOpened());
  onTestFinished(() => bridge.close());
  return { venue, receiver, bridge, ...connection };
}

const spot = { name: 'binance', file: 'binance_spot_btcusdt_20240808.jsonl.gz', protocol: binanceSpot };
const futures = {
  name: 'binanceusdm',
  file: 'binance_futures_1_20210722.jsonl.gz',
  protocol: binanceFutures,
};
const gateTickers = { name: 'gate', file: 'gateio_1_20210422.jsonl.gz', protocol: gate };
const bitstampBooks = { name: 'bitstamp', file: 'bitstamp_1_20220105.jsonl.gz', protocol: bitstamp };

/** A clock that a test sets forward; its timers are real. */
function settableClock(aheadMs = 0) {
  let ahead = aheadMs;
  const clock: Clock = { ...systemClock, wall: () => Date.now() + ahead };
  return {
    clock,
    set: (ms: number) => {
      ahead = ms;
    },
  };
}

type Quote = readonly [bid: number, ask: number, timeMs?: number];
const quoteOf = (tick: Tick): Quote => [Number(tick[1]), Number(tick[2]), tick[3]];

/** Every tick is one of the venue's, in its order, and the last one is its last. @param told of one symbol */
function expectOf(ticks: readonly Tick[], told: readonly Quote[]) {
  const quotes = ticks.map(quoteOf);
  const invented = [];
  let at = 0;
  for (const quote of quotes) {
    const found = told.findIndex((one, i) => i >= at && one.every((value, field) => value === quote[field]));
    if (found < 0) invented.push(quote);
    else at = found;
  }
  expect(invented).toEqual([]);
  expect(quotes.length).toBeGreaterThan(0);
  expect(quotes.at(-1)?.slice(0, 2)).toEqual(told.at(-1)?.slice(0, 2));
}

const ticksOf = ({ ticks }: Receiver, code: string) => ticks.filter((tick) => tick[0] === code);
const numbers = (values: readonly unknown[]) => values.map(Number) as unknown as Quote;

describe('prices of a capture', () => {
  it('of Binance spot are its bids and asks', async ({ skip }) => {
    const { venue, receiver } = await bridged(skip, { ...spot, speed: 10 }, 'BTC/USDT=BTCUSD:2');
    await expect.poll(() => receiver.ticks.length).toBeGreaterThan(300);
    venue.hush(true);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const told = venue.told.filter(({ channel }) => channel === 'btcusdt@bookTicker');
    expectOf(
      receiver.ticks,
      told.map(({ frame }) => numbers([frame['b'], frame['a']])),
    );
    // These frames have no time.
    for (const [, , , timeMs] of receiver.ticks) expect(Math.abs(timeMs - Date.now())).toBeLessThan(60_000);
    expect(receiver.faults).toEqual([]);
  });

  it('of Binance futures are those of each symbol, at the time of the venue', async ({ skip }) => {
    const map = 'SUSHI/USDT:USDT=SUSHIUSD:3,CTK/USDT:USDT=CTKUSD:3';
    const { venue, receiver, counts } = await bridged(skip, { ...futures, speed: 10 }, map);
    await expect.poll(() => venue.isOver() && counts.ticks === receiver.ticks.length).toBe(true);
    for (const [symbol, code] of [
      ['SUSHIUSDT', 'SUSHIUSD'],
      ['CTKUSDT', 'CTKUSD'],
    ] as const) {
      const told = venue.told.filter(({ channel }) => channel === `${symbol.toLowerCase()}@bookTicker`);
      expectOf(
        ticksOf(receiver, code),
        told.map(({ frame }) => numbers([frame['b'], frame['a'], frame['E']])),
      );
    }
    expect(new Set(receiver.ticks.map(([code]) => code))).toEqual(new Set(['SUSHIUSD', 'CTKUSD']));
  });

  it('of Gate are those of its tickers, if these are asked for', async ({ skip }) => {
    const map = 'NEO/BTC=NEOBTC:7,OMG/USDT=OMGUSD:2';
    const { venue, receiver, counts } = await bridged(skip, { ...gateTickers, speed: 5 }, map, {
      prices: 'tickers',
    });
    await expect.poll(() => venue.isOver() && counts.ticks === receiver.ticks.length).toBe(true);
    const told = venue.told.filter(({ channel }) => channel === 'spot.tickers NEO_BTC');
    const quotes = told.map(({ frame }) => Object(frame['result']));
    expectOf(
      ticksOf(receiver, 'NEOBTC'),
      quotes.map((quote) => numbers([quote.highest_bid, quote.lowest_ask])),
    );
    // 7.899 and 7.927 at two decimals.
    expect(ticksOf(receiver, 'OMGUSD')[0]?.slice(0, 3)).toEqual(['OMGUSD', '7.89', '7.93']);
  });

  it('of Bitstamp, which has no tickers, are the best of its order books', async ({ skip }) => {
    const map = 'BAT/BTC=BATBTC:8,ETH/USD=ETHUSD:2';
    const { venue, receiver, counts } = await bridged(skip, { ...bitstampBooks, speed: 5 }, map);
    await expect.poll(() => venue.isOver() && counts.ticks === receiver.ticks.length).toBe(true);
    const frames = venue.told.map(({ frame }) => frame);
    for (const [pair, code] of [
      ['batbtc', 'BATBTC'],
      ['ethusd', 'ETHUSD'],
    ] as const) {
      const states = frames.map((_, i) => bookOf(pair, frames.slice(0, i + 1)));
      expectOf(
        ticksOf(receiver, code),
        states.map(({ bids, asks }) => numbers([bids[0]?.[0], asks[0]?.[0]])),
      );
      const times = ticksOf(receiver, code).map(([, , , timeMs]) => timeMs);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }
  });
});

describe('past minutes', () => {
  const expectMinutes = ({ minutes }: Receiver, at: number, fromMs: number, toMs: number) => {
    const rows = minutes.slice(at).flatMap((one) => one.rows);
    const expected = [];
    for (let ms = fromMs; ms < toMs; ms += 60_000) expected.push([ms / 1_000, ...candleOf(ms)]);
    expect(rows).toEqual(expected);
  };
  const minuteOf = (ms: number) => Math.floor(ms / 60_000) * 60_000;

  it('are the last 500 at the start, and those of the gap after the venue was lost', async ({ skip }) => {
    const { clock, set } = settableClock(-30 * 60_000);
    const startMs = clock.wall();
    const { venue, receiver, counts } = await bridged(skip, { ...spot, speed: 1 }, 'BTC/USDT=BTCUSD:2', {
      clock,
    });
    await expect.poll(() => receiver.minutes.length).toBe(1);
    expectMinutes(receiver, 0, minuteOf(startMs) - 500 * 60_000, minuteOf(startMs));
    const sent = receiver.minutes.length;
    venue.hush(true);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const lostMs = clock.wall();
    venue.cut();
    set(0);
    venue.hush(false);
    await expect.poll(() => receiver.minutes.length).toBe(sent + 1);
    expectMinutes(receiver, sent, minuteOf(lostMs) + 60_000, minuteOf(Date.now()));
    expect([counts.sourceLost, venue.subscribed.length]).toEqual([1, 2]);
  });

  it('are those of the gap after the exchange was lost', async ({ skip }) => {
    const { clock, set } = settableClock(-30 * 60_000);
    const { receiver, counts } = await bridged(skip, { ...spot, speed: 1 }, 'BTC/USDT=BTCUSD:2', { clock });
    await expect.poll(() => receiver.minutes.length).toBe(1);
    const sent = receiver.minutes.length;
    receiver.silence(true);
    receiver.cut();
    await expect.poll(() => counts.exchangeLost).toBe(1);
    const lostMs = counts.lastTickMs ?? 0;
    set(0);
    receiver.silence(false);
    await expect.poll(() => receiver.minutes.length).toBe(sent + 1);
    expectMinutes(receiver, sent, minuteOf(lostMs) + 60_000, minuteOf(Date.now()));
  });

  it('come after the limit that the venue names', async ({ skip }) => {
    const { venue, counts, said } = await bridged(skip, { ...spot, speed: 1 }, 'BTC/USDT=BTCUSD:2', {
      started: ({ requests, refuse }) => {
        const timer = setInterval(() => {
          if (requests.length === 0) return;
          clearInterval(timer);
          refuse(2, 429, 1);
        }, 1);
      },
    });
    await expect.poll(() => counts.minutes).toBe(500);
    expect(said.filter((line) => line.includes('no past minutes of BTC/USDT'))).toHaveLength(2);
    const times = venue.requests.filter(({ path }) => path.endsWith('klines')).map(({ atMs }) => atMs);
    expect(times).toHaveLength(3);
    for (const [i, atMs] of times.entries()) expect(atMs - (times[i - 1] ?? 0)).toBeGreaterThanOrEqual(1_000);
  });
});

describe('a venue that fails', () => {
  it('is subscribed to again after each cut', async ({ skip }) => {
    const { venue, receiver, counts, said } = await bridged(skip, { ...spot, speed: 1 }, 'BTC/USDT=BTCUSD:2');
    for (let cuts = 1; cuts <= 3; cuts++) {
      const before = receiver.ticks.length;
      await expect.poll(() => receiver.ticks.length).toBeGreaterThan(before + 3);
      venue.cut();
      await expect.poll(() => counts.sourceLost).toBe(cuts);
    }
    const before = receiver.ticks.length;
    await expect.poll(() => receiver.ticks.length).toBeGreaterThan(before + 3);
    expect(venue.subscribed).toEqual(Array.from({ length: 4 }, () => ['btcusdt@bookTicker']));
    expect(said.filter((line) => line.includes('next try in 0.5 s'))).toHaveLength(3);
    expect(receiver.sources).toHaveLength(1);
  });

  it('is connected anew after 30 s of silence, then after 60 s', async ({ skip }) => {
    const { clock, set } = settableClock();
    const { venue, receiver, said } = await bridged(skip, { ...spot, speed: 1 }, 'BTC/USDT=BTCUSD:2', {
      clock,
    });
    await expect.poll(() => receiver.ticks.length).toBeGreaterThan(3);
    venue.hush(true);
    await new Promise((resolve) => setTimeout(resolve, 200));
    set(31_000);
    const venueSaid = () => said.filter((line) => line.startsWith('venue:')).slice(-2);
    const again = [expect.stringContaining('no price for 30 s'), expect.stringContaining('subscribing')];
    await expect.poll(venueSaid).toEqual(again);
    set(31_000 + 59_000);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(venueSaid()).toEqual(again);
    set(31_000 + 62_000);
    await expect.poll(() => said.some((line) => line.includes('no price for 60 s'))).toBe(true);
    venue.hush(false);
    const before = receiver.ticks.length;
    await expect.poll(() => receiver.ticks.length).toBeGreaterThan(before + 3);
  });

  it('is asked again after the limit that it names, or after a minute', async ({ skip }) => {
    const started = (status: number, retryAfterS?: number) => ({
      started: ({ refuse }: FakeVenue) => refuse(1, status, retryAfterS),
    });
    const named = await bridged(skip, { ...spot, speed: 1 }, 'BTC/USDT=BTCUSD', started(429, 2));
    await expect
      .poll(() => named.said.some((line) => line.includes('429') && line.endsWith('next try in 2.0 s')))
      .toBe(true);
    await expect.poll(() => named.receiver.ticks.length).toBeGreaterThan(0);
    const [first, second] = named.venue.requests;
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(2_000);
    const banned = await bridged(skip, { ...spot, speed: 1 }, 'BTC/USDT=BTCUSD', started(418));
    await expect
      .poll(() => banned.said.some((line) => line.includes('418') && line.endsWith('next try in 60.0 s')))
      .toBe(true);
  });

  it('gets its order books again after their snapshot was refused', async ({ skip }) => {
    const { venue, receiver, said } = await bridged(skip, { ...bitstampBooks, speed: 5 }, 'BAT/BTC=BATBTC', {
      started: ({ requests, refuse }) => {
        const timer = setInterval(() => {
          if (requests.length === 0) return;
          clearInterval(timer);
          refuse(1, 429, 1);
        }, 1);
      },
    });
    await expect.poll(() => receiver.ticks.length).toBeGreaterThan(5);
    expect(said.some((line) => line.includes('429') && line.endsWith('next try in 1.0 s'))).toBe(true);
    expect(venue.subscribed).toEqual([['diff_order_book_batbtc'], ['diff_order_book_batbtc']]);
  });

  it('ends the bridge if it does not have a symbol', async ({ skip }) => {
    const { bridge } = await bridged(skip, { ...spot, speed: 1 }, 'BTC/USDT=BTCUSD,XYZ/USDT=XYZUSD');
    expect(await bridge.ended).toBe('It has no XYZ/USDT.');
  });
});
