import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { periodSeconds, type WirePeriod } from '../../../shared/domain/period.ts';
import { root } from '../../architecture/sources.ts';
import { type HttpFixture, sharedHttp } from '../http-fixture.ts';

type Row = readonly number[];

const data = join(root, '..', 'shared', 'data');
const DAYS = ['oanda_eurusd_20140501', 'oanda_eurusd_20140502'] as const;
const file = (kind: 'ticks' | 'bars/minute', day: string) => join(data, kind, `${day}.csv.gz`);
const isThere = DAYS.every((day) => existsSync(file('ticks', day)) && existsSync(file('bars/minute', day)));

const TAPE = join(root, 'tests/fixtures/tape-eurusd.csv');
const startRecorded = (...files: readonly string[]) =>
  sharedHttp({ FEED: `ticks:EURUSD=${files.join('+')}`, FEED_CLOCK: 'recorded', FEED_SPEED: 'max' });

/** The period, and the candles per page. */
const WALKS: readonly (readonly [WirePeriod, number | undefined])[] = [
  ['1min', undefined],
  ['1min', 1_500],
  ['1min', 37],
  ['60min', 7],
  ['1day', 1],
];

describe('a tape, played all at once', () => {
  const http = startRecorded(TAPE);

  // spec: 7.50
  it.each([...WALKS, ['1min', 1], ['5min', 10]] as const)(
    'gives exactly its candles, by pages backwards: %s, %s per page',
    async (period, limit) => {
      const quotes = rowsOf(readFileSync(TAPE)).map(([ms = 0, bid = 0]) => [ms / 1_000, bid, bid, bid, bid]);
      await expectWalk(http, quotes, period, limit);
    },
  );
});

describe.skipIf(!isThere)('recorded quotes, all at once (needs ../shared/data)', () => {
  const http = startRecorded(...DAYS.map((day) => file('ticks', day)));

  it('are listed alone, and their market is closed at the last of them', async () => {
    const { data: listed } = await http.ask('/v1/api/forex/trade_list');
    expect(
      listed.list.map(({ Code, MarketStatus }: { Code: string; MarketStatus: number }) => [
        Code,
        MarketStatus,
      ]),
    ).toEqual([['EURUSD', 0]]);
  });

  // spec: 7.50
  it.each(WALKS)(
    'give exactly the recorded candles, by pages backwards: %s, %s per page',
    async (period, limit) => {
      const minutes = DAYS.flatMap((day) => rowsOf(gunzipSync(readFileSync(file('bars/minute', day)))));
      await expectWalk(http, minutes, period, limit);
    },
  );
});

async function expectWalk(
  http: HttpFixture,
  rows: readonly Row[],
  period: WirePeriod,
  limit: number | undefined,
) {
  const pages = await walkBack(http, period, limit);
  const wanted = fold(rows, periodSeconds(period));
  expect(JSON.stringify(pages.map((row) => row.slice(0, 5)))).toBe(JSON.stringify(wanted));
}

async function walkBack(http: HttpFixture, period: WirePeriod, limit: number | undefined): Promise<Row[]> {
  const { data: listed } = await http.ask('/v1/api/forex/trade_list');
  const base = `/v1/api/forex/kline?forex_id=${listed.list[0].Id}&period=${period}${limit ? `&limit=${limit}` : ''}`;
  let rows: Row[] = [];
  for (;;) {
    const first = rows[0]?.[0];
    const { data: page } = await http.ask(first === undefined ? base : `${base}&end=${first}`);
    if (page.length === 0) return rows;
    expect(page.length).toBeLessThanOrEqual(limit ?? 300);
    expect(page.at(-1)[0]).toBeLessThan(first ?? Number.POSITIVE_INFINITY);
    rows = [...page, ...rows];
  }
}

const rowsOf = (csv: Buffer): Row[] =>
  csv
    .toString()
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map(Number));

/** @param rows of time in seconds, open, high, low and close of the bid */
function fold(rows: readonly Row[], seconds: number): Row[] {
  const folded = new Map<number, number[]>();
  for (const [time = 0, open = 0, high = 0, low = 0, close = 0] of rows) {
    const start = Math.floor(time / seconds) * seconds;
    const held = folded.get(start);
    folded.set(
      start,
      held === undefined
        ? [start, open, high, low, close]
        : [start, held[1] ?? 0, Math.max(held[2] ?? 0, high), Math.min(held[3] ?? 0, low), close],
    );
  }
  return [...folded.values()];
}
