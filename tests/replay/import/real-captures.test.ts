import { describe, expect, it } from 'vitest';
import { textOf } from '../../../replay/cli/recording-files.ts';
import { linesOf } from '../../../replay/format/lines.ts';
import { recordedData } from '../../helpers/recorded-data.ts';
import { type PlainTick, slowCandles } from '../../server/feed/candle-reference.ts';
import { candlesOf, countsWell, framesOf, imported, quoteRows } from './importing.ts';

const MIDNIGHT_MS = Date.parse('2024-08-09T00:00:00Z');

/** The trades of a Binance capture, read without the importer. */
async function tradesOf(lines: AsyncIterable<string>): Promise<readonly PlainTick[]> {
  const ticks: PlainTick[] = [];
  for await (const line of lines) {
    const { dir, frame } = JSON.parse(line);
    const { stream, data } = dir === 'in' ? JSON.parse(frame) : {};
    if (stream === 'btcusdt@trade')
      ticks.push({ ms: data.T, points: Number(data.p.replace('.', '').slice(0, -6)) });
  }
  return ticks;
}

describe('ten minutes of BTCUSDT over midnight', () => {
  const days = ['binance_spot_btcusdt_20240808.jsonl.gz', 'binance_spot_btcusdt_20240809.jsonl.gz'];

  it('give all trades, and count omissions and event times that go back', async ({ skip }) => {
    const files = days.map((name) => recordedData(skip, 'ws', name));
    async function* lines() {
      for (const file of files) yield* linesOf(textOf(file));
    }
    const { header, entries, report } = await imported('binance-spot', lines);
    expect(header.started_at).toBe('2024-08-08T23:54:13.937Z');
    expect(report.lines).toBe(99_574);
    expect(Object.fromEntries(report.taken)).toEqual({ trade: 19_904, book: 73_174 });
    expect(Object.fromEntries(report.ignored)).toEqual({ depthUpdate: 6_495, 'REST answer of the venue': 1 });
    expect(report.backwards).toBe(25);
    expect(report.cut).toBeUndefined();
    expect(countsWell(entries)).toBe(true);
    expect(entries.every(({ at }, i) => at >= (entries[i - 1]?.at ?? 0))).toBe(true);
  });

  it('give exactly the candles of a slow fold of the trades', async ({ skip }) => {
    const files = days.map((name) => recordedData(skip, 'ws', name));
    async function* lines() {
      for (const file of files) yield* linesOf(textOf(file));
    }
    const { entries } = await imported('binance-spot', lines);
    const ticks = await tradesOf(lines());
    expect(ticks).toHaveLength(19_904);
    const expected = slowCandles(ticks, 60).map(([time, o, h, l, c, v]) => [
      time,
      ...[o, h, l, c].map((points) => points / 100),
      v,
    ]);
    expect(candlesOf(entries, 'BTCUSDT')).toEqual(expected);
    expect(expected).toHaveLength(12);
  });

  it('begin a new day with the first price after midnight, and never move a quote back in time', async ({
    skip,
  }) => {
    const files = days.map((name) => recordedData(skip, 'ws', name));
    async function* lines() {
      for (const file of files) yield* linesOf(textOf(file));
    }
    const { entries } = await imported('binance-spot', lines);
    const ticks = await tradesOf(lines());
    const rows = quoteRows(entries);
    const opens = [...new Set(rows.map(([, , open]) => open))];
    const firstOfDay = ticks.find(({ ms }) => ms >= MIDNIGHT_MS);
    expect(opens).toEqual([(ticks[0]?.points ?? 0) / 100, (firstOfDay?.points ?? 0) / 100]);
    expect(rows.every(([, , , , time = 0], i) => time >= (rows[i - 1]?.[4] ?? 0))).toBe(true);
    expect(rows.at(-1)?.[1]).toBe((ticks.at(-1)?.points ?? 0) / 100);
  });
});

it("half a minute of four futures gives the venue's own candles, closed ones too", async ({ skip }) => {
  const file = recordedData(skip, 'ws', 'binance_futures_1_20210722.jsonl.gz');
  const { entries, report } = await imported('binance-futures', () => linesOf(textOf(file)));
  expect(Object.fromEntries(report.taken)).toEqual({ book: 613, candle: 67, aggTrade: 91 });
  expect(Object.fromEntries(report.ignored)).toEqual({ depthUpdate: 764 });
  expect(framesOf(entries).filter(({ topic }) => topic.startsWith('KLINE.'))).toHaveLength(67);
  const list = entries.find(({ kind }) => kind === 'http');
  expect(list).toMatchObject({
    path: '/v1/api/forex/trade_list',
    body: {
      data: {
        list: [
          { Id: 1, Code: 'SUSHIUSDT', ShowCode: 'SUSHI/USDT', PricePrecision: 3, QuoteCurrency: 'USD' },
          { Id: 2, Code: 'CTKUSDT' },
          { Id: 3, Code: 'AKROUSDT', PricePrecision: 5 },
          { Id: 4, Code: 'KEEPUSDT', PricePrecision: 4 },
        ],
      },
    },
  });
  expect(candlesOf(entries, 'SUSHIUSDT').at(-1)).toEqual([1_626_992_760, 7.618, 7.62, 7.611, 7.611, 18]);
  expect(countsWell(entries)).toBe(true);
});

it('trades of Kraken become candles; its acks and heartbeats are counted, ours are in the recording', async ({
  skip,
}) => {
  const file = recordedData(skip, 'ws', 'kraken_48_20210417.jsonl.gz');
  const { entries, report } = await imported('kraken', () => linesOf(textOf(file)));
  expect(Object.fromEntries(report.taken)).toEqual({ trade: 10 });
  expect(Object.fromEntries(report.ignored)).toEqual({
    'frame sent to the venue': 1,
    systemStatus: 1,
    subscriptionStatus: 10,
    heartbeat: 30,
  });
  const acks = entries.filter((entry) => entry.kind === 'in' && entry.text.includes('"cmd":"sub"'));
  expect(acks).toHaveLength(3);
  expect(candlesOf(entries, 'XMRUSD')).toEqual([[1_618_678_140, 354.11, 354.55, 353.81, 353.81, 4]]);
  expect(candlesOf(entries, 'SCEUR')).toEqual([[1_618_678_140, 0.04299, 0.04304, 0.04296, 0.04304, 6]]);
});

it("tickers of Kraken become quotes with the venue's open of the day", async ({ skip }) => {
  const file = recordedData(skip, 'ws', 'kraken_49_20210417.jsonl.gz');
  const { entries, report } = await imported('kraken', () => linesOf(textOf(file)));
  expect(Object.fromEntries(report.taken)).toEqual({ ticker: 18 });
  const rows = quoteRows(entries);
  expect(new Set(rows.map(([id]) => id)).size).toBe(10);
  expect(rows.findLast(([id]) => id === 2)?.slice(0, 4)).toEqual([2, 353.81, 340.88, 1]);
});
