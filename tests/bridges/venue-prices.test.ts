import { expect, it } from 'vitest';
import type { Tick } from '../../bridges/tick.ts';
import { bookOf } from './protocols.ts';
import type { Receiver } from './receiver.ts';
import { bitstampBooks, bridged, futures, gateTickers, spot } from './venue-bridge.ts';

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
    else at = found + 1;
  }
  expect(invented).toEqual([]);
  expect(quotes.length).toBeGreaterThan(0);
  expect(quotes.at(-1)?.slice(0, 2)).toEqual(told.at(-1)?.slice(0, 2));
}

const ticksOf = ({ ticks }: Receiver, code: string) => ticks.filter((tick) => tick[0] === code);
const numbers = (values: readonly unknown[]) => values.map(Number) as unknown as Quote;

it('prices of Binance spot are its bids and asks', async ({ skip }) => {
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

it('prices of Binance futures are those of each symbol, at the time of the venue', async ({ skip }) => {
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

it('prices of Gate are those of its tickers, if these are asked for', async ({ skip }) => {
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

it('prices of Bitstamp, which has no tickers, are the best of its order books', async ({ skip }) => {
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
