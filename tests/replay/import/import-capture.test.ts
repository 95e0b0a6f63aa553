import { expect, it } from 'vitest';
import {
  candlesOf,
  framesOf,
  imported,
  linesFrom,
  opened,
  quoteRows,
  received,
  START_MS,
  trade,
} from './importing.ts';

const quotes = (entries: Parameters<typeof framesOf>[0]) =>
  framesOf(entries)
    .filter(({ topic }) => topic === 'DAY_MARKET')
    .map(({ at, data }) => [at, (data as readonly number[][]).map(([, close]) => close)]);

it('the app opens, lists the instruments, subscribes and gets an empty snapshot before the first price', async () => {
  const { entries } = await imported('binance-spot', linesFrom([opened(0), trade(5, '1.50')]));
  expect(
    entries.slice(0, 7).map((entry) => [entry.kind, 'text' in entry ? JSON.parse(entry.text) : undefined]),
  ).toEqual([
    ['open', undefined],
    ['http', undefined],
    ['out', { cmd: 'sub', topic: 'DAY_MARKET' }],
    ['out', { cmd: 'sub', topic: 'KLINE.ABCUSDT' }],
    ['in', { cmd: 'sub', topic: 'DAY_MARKET', code: 1, msg: '' }],
    ['in', { cmd: 'sub', topic: 'KLINE.ABCUSDT', code: 1, msg: '' }],
    ['in', { topic: 'DAY_MARKET', seq: 1, ts: START_MS, data: [] }],
  ]);
});

it('prices within one flush are one frame with the last of them; the candle contains them all', async () => {
  const lines = [opened(0), trade(100, '1.5'), trade(103, '1.9'), trade(105, '1.2'), trade(200, '1.3')];
  const { entries } = await imported('binance-spot', linesFrom(lines));
  expect(quotes(entries)).toEqual([
    [0, []],
    [100, [1.5]],
    [116, [1.2]],
    [200, [1.3]],
  ]);
  expect(candlesOf(entries, 'ABCUSDT').map((row) => row.slice(1))).toEqual([[1.5, 1.9, 1.2, 1.3, 4]]);
});

it('a minute’s last state is sent even if the next minute begins within the same flush', async () => {
  const turn = 60_000 - (START_MS % 60_000);
  const lines = [trade(turn - 20, '1'), trade(turn - 3, '2'), trade(turn - 1, '3'), trade(turn, '4')];
  const { entries } = await imported('binance-spot', linesFrom(lines));
  expect(candlesOf(entries, 'ABCUSDT').map((row) => row.slice(1))).toEqual([
    [1, 3, 1, 3, 3],
    [4, 4, 4, 4, 1],
  ]);
});

it('a best bid keeps the quote fresh without a change of price, and sets the price if nothing better is known', async () => {
  const book = (ms: number, s: string, b: string, a: string) =>
    received(ms, { u: 1, s, b, B: '1', a, A: '1' });
  const lines = [
    trade(0, '1.5'),
    book(50, 'ABCUSDT', '1.4', '9'),
    // More decimals, too many, a crossed one.
    book(100, 'XYZBTC', '7.25', '7.255'),
    book(200, 'XYZBTC', '7.5', '8.0123456789'),
    book(300, 'XYZBTC', '7.75', '7.5'),
  ];
  const { entries } = await imported('binance-spot', linesFrom(lines));
  const rows = quoteRows(entries);
  expect(rows).toEqual([
    [1, 1.5, 1.5, 1, START_MS],
    [1, 1.5, 1.5, 1, START_MS + 50],
    [2, 7.25, 7.25, 1, START_MS + 100, 7.255],
    [2, 7.5, 7.25, 1, START_MS + 200],
    [2, 7.75, 7.25, 1, START_MS + 300],
  ]);
  const [base, list] = entries.filter((entry) => entry.kind === 'http');
  expect(base).toMatchObject({ path: '/api/basicSet/getBasicInfo', body: { data: { two_prices: 1 } } });
  expect(entries).toContainEqual(
    expect.objectContaining({ text: '{"cmd":"sub","topic":"DAY_MARKET","params":{"ask":1}}' }),
  );
  expect(list).toMatchObject({
    body: {
      data: {
        list: [
          { QuoteCurrency: 'USD', PricePrecision: 1 },
          { QuoteCurrency: 'BTC', SettleCode: '', PricePrecision: 3 },
        ],
      },
    },
  });
});

const streams = ['aggTrade', 'trade'] as const;
it.each([
  ['binance-spot', ['aggTrade'], 2],
  ['binance-spot', ['trade'], 2],
  ['binance-spot', streams, 2],
  ['binance-futures', ['trade'], 2],
  ['binance-futures', streams, 2],
] as const)('%s takes the trades of the streams %j, each trade once', async (venue, of, trades) => {
  const deal = (ms: number, e: string, p: string) =>
    received(ms, { e, E: START_MS + ms, s: 'ABCUSDT', p, q: '1', T: START_MS + ms });
  const book = received(30, { u: 1, s: 'ABCUSDT', b: '9', B: '1', a: '9.5', A: '1' });
  const lines = of.flatMap((e) => [deal(10, e, '1.5'), deal(40, e, '1.75')]);
  const { entries, report } = await imported(venue, linesFrom([...lines, book]));
  expect(quoteRows(entries).at(-1)?.slice(1, 2)).toEqual([1.75]);
  expect(candlesOf(entries, 'ABCUSDT').map((row) => row.slice(1))).toEqual([[1.5, 1.75, 1.5, 1.75, trades]]);
  expect(Object.fromEntries(report.taken)).toEqual({ ...Object.fromEntries(of.map((e) => [e, 2])), book: 1 });
  expect(report.ignored.size).toBe(0);
});

it('a future of a coin has its contract in its code', async () => {
  const lines = [trade(10, '61000.1', 10, 'BTCUSD_PERP'), trade(20, '61100', 20, 'BTCUSD_240927')];
  const { entries } = await imported('binance-futures', linesFrom(lines));
  expect(entries.find(({ kind }) => kind === 'http')).toMatchObject({
    body: {
      data: {
        list: [
          { Code: 'BTCUSD_PERP', ShowCode: 'BTC/USD PERP', QuoteCurrency: 'USD', SettleCode: '' },
          { Code: 'BTCUSD_240927', ShowCode: 'BTC/USD 240927', QuoteCurrency: 'USD' },
        ],
      },
    },
  });
  expect(candlesOf(entries, 'BTCUSD_PERP').map((row) => row.slice(1))).toEqual([
    [61_000.1, 61_000.1, 61_000.1, 61_000.1, 1],
  ]);
});

it.each([
  ['nanoseconds', (ms: number) => `${START_MS + ms}000000 `],
  ['seconds and a colon', (ms: number) => `${(START_MS + ms) / 1000}: `],
  ['ISO 8601', (ms: number) => `${new Date(START_MS + ms).toISOString()} `],
])('lines may be a time in %s and the message, as collectors write them', async (_name, time) => {
  const line = (ms: number, p: string) => time(ms) + (trade(ms, p).frame ?? '');
  const { header, entries } = await imported('binance-spot', linesFrom([line(0, '1.5'), line(250, '1.75')]));
  expect(header.started_at).toBe(new Date(START_MS).toISOString());
  expect(quotes(entries).at(-1)).toEqual([250, [1.75]]);
});

it('a connection after another one is closed, restarts its numbers and begins with snapshots', async () => {
  const { entries } = await imported(
    'binance-spot',
    linesFrom([opened(0), trade(10, '2'), opened(5000), trade(5010, '3')]),
  );
  const again = entries.slice(entries.findIndex(({ kind }) => kind === 'close'));
  expect(again[0]).toEqual({ at: 5000, kind: 'close', code: 1006 });
  expect(again[1]).toEqual({ at: 5000, kind: 'open' });
  expect(again.filter(({ kind }) => kind === 'http')).toEqual([]);
  expect(
    framesOf(again)
      .slice(0, 2)
      .map(({ topic, seq, data }) => [topic, seq, data.flat().slice(1, 3)]),
  ).toEqual([
    ['DAY_MARKET', 1, [2, 2]],
    ['KLINE.ABCUSDT', 1, [2, 2]],
  ]);
});

it('a late trade amends its own minute', async () => {
  const lines = [trade(0, '1'), trade(60_000, '5'), trade(60_100, '9', 500)];
  const { entries } = await imported('binance-spot', linesFrom(lines));
  expect(candlesOf(entries, 'ABCUSDT').map((row) => row.slice(1))).toEqual([
    [1, 9, 1, 9, 2],
    [5, 5, 5, 5, 1],
  ]);
});

it.each([
  { what: 'no JSON', line: '{"at_us":17', reason: 'the line is cut off or no JSON' },
  { what: 'a line without a time', line: '{"dir":"in","frame":"1"}', reason: 'at_us is no time' },
  {
    what: 'a line of another kind',
    line: '{"at_us":1700000000000000,"dir":"up"}',
    reason: 'a line of no known direction: up',
  },
  {
    what: 'a frame without its text',
    line: '{"at_us":1700000000000000,"dir":"in","frame":7}',
    reason: 'a frame without its text',
  },
])('$what ends the import at its line and keeps the part before it', async ({ line, reason }) => {
  const { entries, report } = await imported(
    'binance-spot',
    linesFrom([trade(0, '1'), '', trade(50, '2'), line, trade(90, '3')]),
  );
  expect(report.cut).toEqual({ line: 4, reason });
  expect(quotes(entries).at(-1)).toEqual([50, [2]]);
});

it('malformed frames are counted and do no harm', async () => {
  const odd = [
    'no json',
    'null',
    '7',
    '[]',
    '{"e":"trade","s":"ABCUSDT","p":"1"}',
    '{"e":"trade","s":"ABCUSDT","p":"-1","T":1}',
    '{"e":"__proto__","s":"ABCUSDT"}',
  ];
  const { report, entries } = await imported(
    'binance-spot',
    linesFrom([trade(0, '1'), ...odd.map((frame) => received(10, frame))]),
  );
  expect([...report.ignored]).toEqual([
    ['frame that is no JSON', 1],
    ['frame of no known kind', 3],
    ['trade without a time', 1],
    ['__proto__', 1],
  ]);
  expect([...report.dropped]).toEqual([['ABCUSDT: trade with a price that is not above zero', 1]]);
  expect(quotes(entries)).toHaveLength(2);
});

it('a capture of another venue is refused', async () => {
  await expect(imported('kraken', linesFrom([trade(0, '1')]))).rejects.toThrow(
    'no price of kraken in 1 lines (ignored: frame of no known kind 1); try --from binance-spot',
  );
});
