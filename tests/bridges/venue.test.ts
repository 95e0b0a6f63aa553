import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../bridges/clock.ts';
import type { Link } from '../../bridges/link.ts';
import { noCounts } from '../../bridges/report.ts';
import type { Tick } from '../../bridges/tick.ts';
import { openVenue, type VenueClient } from '../../bridges/venue.ts';

/* The bridge to a venue without ccxt: a client that a test fills. */

interface Filled {
  readonly asked: string[];
  readonly ticks: Tick[];
  readonly said: string[];
  readonly ended: Promise<string>;
  readonly counts: ReturnType<typeof noCounts>;
  /** Puts a quote or book where ccxt keeps the newest, and wakes who waits for it. */
  fill(kind: 'bidsasks' | 'tickers' | 'orderbooks', symbol: string, newest: object): void;
}

function filled(has: Readonly<Record<string, boolean>>, error = new Error('gone')): Filled {
  const [asked, ticks, said]: [string[], Tick[], string[]] = [[], [], []];
  let [current]: VenueClient[] = [];
  let waiting: ((news: object) => void)[] = [];
  const watch = (name: string) => (of: string | readonly string[]) => {
    if (asked.at(-1) !== `${name} ${of}`) asked.push(`${name} ${of}`);
    return new Promise<object>((resolve) => waiting.push(resolve));
  };
  const client: VenueClient = {
    has,
    markets: { A: {}, B: {} },
    bidsasks: {},
    tickers: {},
    orderbooks: {},
    loadMarkets: () => Promise.reject(error),
    setMarketsFromExchange: () => undefined,
    watchBidsAsks: watch('bidsAsks'),
    watchTickers: watch('tickers'),
    watchTicker: watch('ticker'),
    watchOrderBook: watch('book'),
    fetchOHLCV: () => Promise.resolve([]),
    close: () => Promise.resolve(),
  };
  const counts = noCounts();
  const link: Link = {
    send: (sent) => void ticks.push(...sent),
    sendMinutes: () => undefined,
    room: () => Promise.resolve(),
    settled: () => Promise.resolve(),
    decimals: () => 2,
    isOpen: () => true,
    close: () => undefined,
  };
  const bridge = openVenue(
    {
      clock: systemClock,
      link,
      chance: () => 0,
      say: (line) => said.push(line),
      counts: () => counts,
      openClient: () => {
        current = { ...client };
        return current;
      },
      failureOf: () => ({ kind: 'final' }),
    },
    new Map([
      ['A', { code: 'AUSD', decimals: 1 }],
      ['B', { code: 'BUSD', decimals: undefined }],
    ]),
    undefined,
  );
  onTestFinished(() => bridge.close());
  return {
    asked,
    ticks,
    said,
    counts,
    ended: bridge.ended,
    fill(kind, symbol, value) {
      Object.assign(current?.[kind] ?? {}, { [symbol]: value });
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake({});
    },
  };
}

it('prefers bids and asks to tickers, and these to order books', async () => {
  for (const [has, asked] of [
    [{ watchBidsAsks: true, watchTickers: true, watchOrderBook: true }, ['bidsAsks A,B']],
    [{ watchTickers: true, watchTicker: true, watchOrderBook: true }, ['tickers A,B']],
    [{ watchTicker: true, watchOrderBook: true }, ['ticker A', 'ticker B']],
    [{ watchOrderBook: true }, ['book A', 'book B']],
  ] as const) {
    const venue = filled(has);
    await expect.poll(() => venue.asked).toEqual(asked);
  }
  expect(await filled({ watchTrades: true }).ended).toBe('It has no socket for prices.');
});

it('goes over to order books if its tickers have no bid', async () => {
  const venue = filled({ watchTickers: true, watchOrderBook: true });
  await expect.poll(() => venue.asked).toEqual(['tickers A,B']);
  venue.fill('tickers', 'A', { last: 5 });
  await expect.poll(() => venue.asked).toEqual(['tickers A,B', 'book A', 'book B']);
  venue.fill('orderbooks', 'B', { bids: [], asks: [] });
  venue.fill('orderbooks', 'B', { bids: [[1.239, 7]], asks: [], timestamp: 5 });
  await expect.poll(() => venue.ticks).toEqual([['BUSD', '1.23', null, 5]]);
  expect(venue.counts.sourceLost).toBe(0);
});

it('sends each quote that the venue puts, also of a burst, and what it changes in place', async () => {
  const venue = filled({ watchBidsAsks: true });
  await expect.poll(() => venue.asked.length).toBe(1);
  const quote = { bid: 1.11, ask: 1.19, timestamp: 5 };
  venue.fill('bidsasks', 'A', quote);
  venue.fill('bidsasks', 'A', { ...quote });
  venue.fill('bidsasks', 'A', { bid: 2, ask: 3, timestamp: 6 });
  venue.fill('bidsasks', 'C', quote);
  venue.fill('bidsasks', 'A', quote);
  const sent = [
    ['AUSD', '1.1', '1.2', 5],
    ['AUSD', '1.1', '1.2', 5],
    ['AUSD', '2', '3', 6],
    ['AUSD', '1.1', '1.2', 6],
  ];
  await expect.poll(() => venue.ticks).toEqual(sent);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(venue.ticks).toHaveLength(4);
  Object.assign(quote, { bid: 4, ask: 5, timestamp: 7 });
  await expect.poll(() => venue.ticks).toEqual([...sent, ['AUSD', '4', '5', 7]]);
});

it('never goes back in time by the part of a second that a venue cuts off', async () => {
  const venue = filled({ watchBidsAsks: true });
  await expect.poll(() => venue.asked.length).toBe(1);
  for (const timestamp of [1_491, 1_000, 2_000, 900]) {
    venue.fill('bidsasks', 'A', { bid: 1, ask: 2, timestamp });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(venue.ticks.map(([, , , timeMs]) => timeMs)).toEqual([1_491, 1_491, 2_000, 900]);
});

it('counts a quote without a bid, and sends none', async () => {
  const venue = filled({ watchBidsAsks: true });
  await expect.poll(() => venue.asked.length).toBe(1);
  venue.fill('bidsasks', 'A', { ask: 1 });
  await expect.poll(() => venue.counts.skipped).toBe(1);
  expect(venue.ticks).toEqual([]);
});
