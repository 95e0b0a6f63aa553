import { expect, it } from 'vitest';
import { bookOf } from './protocols.ts';
import type { Receiver } from './receiver.ts';
import { bitstampBooks, bridged, futures, gateTickers, spot } from './venue-bridge.ts';

/** `[bid, ask, epoch ms]` of an instrument. */
const quotesOf = ({ ticks }: Receiver, code: string) =>
  ticks.filter((tick) => tick[0] === code).map(([, ...quote]) => quote.map(Number));
const numbers = (...values: readonly unknown[]) => values.map(Number);
const withoutTime = (quotes: readonly (readonly number[])[]) => quotes.map((quote) => quote.slice(0, 2));

it('sends every bid and ask of Binance spot, in order', async ({ skip }) => {
  const { venue, receiver } = await bridged(skip, { ...spot, speed: 10 }, 'BTC/USDT=BTCUSD:2');
  await expect.poll(() => receiver.ticks.length).toBeGreaterThan(1_000);
  venue.hush(true);
  const told = venue.told.filter(({ channel }) => channel === 'btcusdt@bookTicker');
  const quotes = told.map(({ frame }) => numbers(frame['b'], frame['a']));
  await expect.poll(() => withoutTime(quotesOf(receiver, 'BTCUSD'))).toEqual(quotes);
  // These frames have no time.
  for (const [, , , timeMs] of receiver.ticks) expect(Math.abs(timeMs - Date.now())).toBeLessThan(60_000);
  expect(receiver.faults).toEqual([]);
});

it('sends every bid and ask of Binance futures with the time of the venue', async ({ skip }) => {
  const map = 'SUSHI/USDT:USDT=SUSHIUSD:3,CTK/USDT:USDT=CTKUSD:3';
  const { venue, receiver } = await bridged(skip, { ...futures, speed: 10 }, map);
  await expect.poll(() => venue.isOver()).toBe(true);
  for (const name of ['SUSHI', 'CTK']) {
    const told = venue.told.filter(({ channel }) => channel === `${name.toLowerCase()}usdt@bookTicker`);
    const quotes = told.map(({ frame }) => numbers(frame['b'], frame['a'], frame['E']));
    expect(quotes.length).toBeGreaterThan(100);
    await expect.poll(() => quotesOf(receiver, `${name}USD`)).toEqual(quotes);
  }
  expect(new Set(receiver.ticks.map(([code]) => code))).toEqual(new Set(['SUSHIUSD', 'CTKUSD']));
});

it('sends every ticker of Gate, if tickers are asked for', async ({ skip }) => {
  const map = 'NEO/BTC=NEOBTC:7,OMG/USDT=OMGUSD:2';
  const { venue, receiver } = await bridged(skip, { ...gateTickers, speed: 20 }, map, { prices: 'tickers' });
  await expect.poll(() => venue.isOver()).toBe(true);
  const told = venue.told.filter(({ channel }) => channel === 'spot.tickers NEO_BTC');
  const tickers = told.map(({ frame }) => Object(frame['result']));
  const quotes = tickers.map(({ highest_bid, lowest_ask }) => numbers(highest_bid, lowest_ask));
  expect(quotes).toHaveLength(9);
  await expect.poll(() => withoutTime(quotesOf(receiver, 'NEOBTC'))).toEqual(quotes);
  // 7.899 and 7.927 at two decimals.
  expect(quotesOf(receiver, 'OMGUSD')[0]?.slice(0, 2)).toEqual([7.89, 7.93]);
});

it('sends the best of the order books of Bitstamp, which has no tickers', async ({ skip }) => {
  const map = 'BAT/BTC=BATBTC:8,ETH/USD=ETHUSD:2';
  const { venue, receiver } = await bridged(skip, { ...bitstampBooks, speed: 5 }, map);
  await expect.poll(() => venue.isOver()).toBe(true);
  const frames = venue.told.map(({ frame }) => frame);
  for (const [pair, code] of [
    ['batbtc', 'BATBTC'],
    ['ethusd', 'ETHUSD'],
  ] as const) {
    const books = frames.map((_, i) => bookOf(pair, frames.slice(0, i + 1)));
    const states = books.map(({ bids, asks }) => numbers(bids[0]?.[0], asks[0]?.[0]));
    await expect.poll(() => withoutTime(quotesOf(receiver, code)).at(-1)).toEqual(states.at(-1));
    const quotes = quotesOf(receiver, code);
    expect(quotes.length).toBeGreaterThan(10);
    // Each is a state of the venue's book, and they come in its order.
    let at = 0;
    for (const quote of withoutTime(quotes)) {
      at = states.findIndex((state, i) => i >= at && state.every((price, side) => price === quote[side])) + 1;
      expect(at, `${quote}`).toBeGreaterThan(0);
    }
    const times = quotes.map(([, , timeMs]) => timeMs ?? 0);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  }
});
