import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { memoryCandleStore } from '../../../server/feed/candle-store.ts';
import { createMarket } from '../../../server/feed/feed.ts';
import type { CandleRow } from '../../../shared/domain/candle.ts';
import { periodSeconds, WIRE_PERIODS } from '../../../shared/domain/period.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';
import { allCandles, type PlainTick, slowCandles, slowFold } from './candle-reference.ts';

const root = join(import.meta.dirname, '../../..');
const TAPE = join(root, 'tests/fixtures/tape-eurusd.csv');
const SHARED = join(root, '../shared/data');

async function played(code: string, paths: readonly string[]) {
  const market = await createMarket({
    feed: { kind: 'ticks', files: [{ code, paths }], clock: 'recorded', speed: 'max' },
    clock: createManualClock(0),
    candleStore: memoryCandleStore(),
  });
  await market.start();
  const instrument = market.instrumentByCode(code);
  if (!instrument) throw new Error(`${code} is not listed`);
  return { market, instrument };
}

/** Digits to an integer, without a double in between. */
const toPoints = (text: string, precision: number): number => {
  const [whole = '', fraction = ''] = text.split('.');
  return Number(whole + fraction.padEnd(precision, '0'));
};

function rowsOf(path: string): string[][] {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
}

// spec: 3.3
test('a tape’s candles of every period equal exactly the slow reference', async () => {
  const ticks: PlainTick[] = rowsOf(TAPE).map(([ms = '', bid = '']) => ({
    ms: Number(ms.split('.')[0]),
    points: toPoints(bid, 5),
  }));
  const { market, instrument } = await played('EURUSD', [TAPE]);
  expect(ticks).toHaveLength(2000);
  for (const period of WIRE_PERIODS) {
    const expected = slowCandles(ticks, periodSeconds(period));
    expect(await allCandles(market, instrument, period, 7), period).toEqual(expected);
  }
});

test('a tape split into two files, the second one packed, makes the same candles as one file', async () => {
  const lines = readFileSync(TAPE, 'utf8').trimEnd().split('\n');
  const folder = mkdtempSync(join(tmpdir(), 'tape-'));
  const [first, second] = [join(folder, 'first.csv'), join(folder, 'second.csv.gz')];
  writeFileSync(first, lines.slice(0, 700).join('\n'));
  writeFileSync(second, gzipSync(`${[lines[0], ...lines.slice(700)].join('\r\n')}\r\n`));
  const whole = await played('EURUSD', [TAPE]);
  const parts = await played('EURUSD', [first, second]);
  rmSync(folder, { recursive: true });
  const expected = await allCandles(whole.market, whole.instrument, '1min');
  expect(await allCandles(parts.market, parts.instrument, '1min')).toEqual(expected);
});

const days = (source: string, list: string) => list.split(' ').map((day) => `${source}_201405${day}.csv.gz`);
const RECORDED = [
  { code: 'EURUSD', precision: 5, files: days('oanda_eurusd', '01 02 04 05') },
  { code: 'XAUUSD', precision: 3, files: days('oanda_xauusd', '02 04 05') },
  { code: 'EURUSD', precision: 5, files: days('fxcm_eurusd', '04 05') },
];

test.for(RECORDED)(
  'kline of $files.0 and on equals the published bid bars',
  async ({ code, precision, files }, { skip }) => {
    if (!existsSync(SHARED)) skip('../shared/data is not here');
    const bars = files.flatMap((file) => rowsOf(join(SHARED, 'bars/minute', file)));
    const expected = bars.map(([time, open = '', high = '', low = '', close = '']) => [
      Number(time),
      ...[open, high, low, close].map((text) => toPoints(text, precision)),
    ]);
    const { market, instrument } = await played(
      code,
      files.map((file) => join(SHARED, 'ticks', file)),
    );
    expect(instrument.precision).toBe(precision);
    const minutes: CandleRow[] = await allCandles(market, instrument, '1min', 1500);
    expect(minutes.map((row) => row.slice(0, 5))).toEqual(expected);
    for (const period of WIRE_PERIODS) {
      const folded = slowFold(minutes, periodSeconds(period));
      expect(await allCandles(market, instrument, period), period).toEqual(folded);
    }
  },
);
