import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { memoryCandleStore } from '../../../server/feed/candle-store.ts';
import { createMarket, type FeedOptions } from '../../../server/feed/feed.ts';
import { FeedError } from '../../../server/feed/feed-error.ts';
import type { Market } from '../../../server/feed/market.ts';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';

const folder = mkdtempSync(join(tmpdir(), 'ticks-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function tape(text: string): string {
  const path = join(folder, `tape-${files++}.csv`);
  writeFileSync(path, text);
  return path;
}
const rows = (...lines: string[]) => tape(['ts_ms,bid,ask', ...lines, ''].join('\n'));

const START = 1_700_000_000_000;
const RECORDED = 1_400_000_000_000;
const MINUTE = 60_000;

async function market(
  instruments: Readonly<Record<string, string | readonly string[]>>,
  options: Partial<Extract<FeedOptions, { kind: 'ticks' }>> = {},
) {
  const clock = createManualClock(START);
  const list = Object.entries(instruments).map(([code, paths]) => ({ code, paths: [paths].flat() }));
  const reported: string[] = [];
  const made = await createMarket({
    feed: { kind: 'ticks', files: list, clock: 'now', speed: 1, ...options },
    clock,
    report: (sentence) => reported.push(sentence),
    candleStore: memoryCandleStore(),
  });
  const log: string[] = [];
  const name = (id: number) => made.instruments().find((one) => one.id === id)?.code ?? '';
  made.onTick((tick) => log.push(`${name(tick.instrumentId)} ${tick.close} @${tick.time - made.now()}`));
  made.onMarketState((id, state) => log.push(`${name(id)} ${state.status}`));
  return { market: made, clock, log, reported };
}

function listed(from: Market, code: string): Instrument {
  const instrument = from.instrumentByCode(code);
  if (!instrument) throw new Error(`${code} is not listed`);
  return instrument;
}

describe('the asks of a recording', () => {
  const path = () => rows(`${RECORDED},1.1,1.2`, `${RECORDED + 1},1.3,1.29`, `${RECORDED + 2},1.31,1.310005`);

  test('count where they should, and one below its bid is equal to it', async () => {
    for (const [spread, asks] of [
      ['feed', [120_000, 130_000, 131_001]],
      ['none', [110_000, 130_000, 131_000]],
    ] as const) {
      const { market: made } = await market({ EURUSD: path() }, { speed: 'max', spread });
      const seen: number[] = [];
      made.onTick(({ ask }) => seen.push(ask));
      await made.start();
      expect(seen).toEqual(asks);
      expect(made.quote(listed(made, 'EURUSD').id)?.ask).toBe(asks[2]);
    }
  });
});

describe('the clock of a recording', () => {
  const path = () => rows(`${RECORDED},1.1,1.2`, `${RECORDED + 4_000},1.3,1.4`);

  test('with max, it stands at the latest tick, also if an older one is the last of the file', async () => {
    const late = rows(`${RECORDED},1.1,1.2`, `${RECORDED + 90_000},1.3,1.4`, `${RECORDED + 10},1.2,1.3`);
    const { market: made } = await market({ EURUSD: late }, { speed: 'max', clock: 'recorded' });
    await made.start();
    expect(made.now()).toBe(RECORDED + 90_000);
  });

  test('with now, the first tick is now and the others keep their distances', async () => {
    const { market: made, clock, log } = await market({ EURUSD: path() });
    await made.start();
    expect(made.now()).toBe(START);
    expect(made.quote(listed(made, 'EURUSD').id)).toMatchObject({
      close: 110_000,
      open: 110_000,
      time: START,
    });
    clock.advance(3_979);
    expect(log).toEqual(['EURUSD open', 'EURUSD 110000 @0']);
    clock.advance(21);
    expect(log.slice(2)).toEqual(['EURUSD 130000 @0', 'EURUSD closed']);
    expect(made.now()).toBe(START + 4_000);
  });

  test('with recorded, all times are those of the recording', async () => {
    const { market: made, clock } = await market({ EURUSD: path() }, { clock: 'recorded' });
    expect(made.now()).toBe(RECORDED);
    await made.start();
    clock.advance(4_000);
    expect(made.now()).toBe(RECORDED + 4_000);
    expect(made.quote(listed(made, 'EURUSD').id)?.time).toBe(RECORDED + 4_000);
    expect(made.lastMinute(listed(made, 'EURUSD').id)).toEqual([
      1_399_999_980, 110_000, 130_000, 110_000, 130_000, 2,
    ]);
  });

  test('a speed scales real time, not the recording', async () => {
    const { market: made, clock, log } = await market({ EURUSD: path() }, { clock: 'recorded', speed: 4 });
    await made.start();
    clock.advance(980);
    expect(log).toHaveLength(2);
    clock.advance(20);
    expect(log[2]).toBe('EURUSD 130000 @0');
    expect(made.now()).toBe(RECORDED + 4_000);
  });

  test('with max, everything is there at once and the clock stands at the last tick', async () => {
    const { market: made, clock } = await market({ EURUSD: path() }, { clock: 'recorded', speed: 'max' });
    await made.start();
    clock.advance(1_000_000);
    expect(made.now()).toBe(RECORDED + 4_000);
    expect(listed(made, 'EURUSD').market).toEqual({ status: 'closed' });
    expect(await made.kline(listed(made, 'EURUSD').id, '1min', 2e9, 10)).toHaveLength(1);
  });
});

describe('a played recording', () => {
  test('has the ticks of all instruments in order of time, those of one ms in the order of files and rows', async () => {
    const eur = rows(`${RECORDED}.9,1.1,1.2`, `${RECORDED + 5},1.2,1.1`, `${RECORDED + 5}.5,1.15,1.16`);
    const gold = rows(`${RECORDED + 3},1300.5,1301`, `${RECORDED + 5},1301.5,1302`);
    const { market: made, clock, log } = await market({ EURUSD: eur, XAUUSD: gold });
    await made.start();
    clock.advance(40);
    expect(log.filter((line) => line.includes('@')).map((line) => line.split(' @')[0])).toEqual([
      'EURUSD 110000',
      'XAUUSD 1300500',
      'EURUSD 120000',
      'EURUSD 115000',
      'XAUUSD 1301500',
    ]);
  });

  test('has no price before an instrument’s first tick, and the time when it opens', async () => {
    const later = rows(`${RECORDED + MINUTE},1300.5,1301`);
    const { market: made } = await market({ EURUSD: rows(`${RECORDED},1.1,1.2`), XAUUSD: later });
    await made.start();
    const gold = listed(made, 'XAUUSD');
    expect(made.quote(gold.id)).toBeUndefined();
    expect(made.lastMinute(gold.id)).toBeUndefined();
    expect(gold.market).toEqual({ status: 'closed', opensAt: START + MINUTE });
  });

  test('has a closed market with a known opening in a gap of more than a quarter of an hour', async () => {
    const [short, long] = [15 * MINUTE, 31 * MINUTE];
    const path = rows(`${RECORDED},1.1,1.2`, `${RECORDED + short},1.1,1.2`, `${RECORDED + long},1.1,1.2`);
    const { market: made, clock, log } = await market({ EURUSD: path });
    await made.start();
    clock.advance(short - 1);
    expect(listed(made, 'EURUSD').market).toEqual({ status: 'open' });
    clock.advance(MINUTE);
    expect(listed(made, 'EURUSD').market).toEqual({ status: 'closed', opensAt: START + long });
    expect(made.quote(listed(made, 'EURUSD').id)?.marketOpen).toBe(false);
    clock.advance(long);
    expect(log.filter((line) => !line.includes('@'))).toEqual(
      ['open', 'closed', 'open', 'closed'].map((s) => `EURUSD ${s}`),
    );
  });

  test('has the first price of the UTC day as the open', async () => {
    const midnight = 1_400_025_600_000;
    const path = rows(`${midnight - 2},1.1,1.2`, `${midnight},1.2,1.3`, `${midnight + 1},1.25,1.3`);
    const { market: made, clock } = await market({ EURUSD: path }, { clock: 'recorded' });
    await made.start();
    clock.advance(40);
    expect(made.quote(listed(made, 'EURUSD').id)).toMatchObject({ close: 125_000, open: 120_000 });
  });

  test('lists only instruments with a file, at the finer precision of catalogue and file', async () => {
    const { market: made } = await market({
      XAUUSD: rows('1,1300.33512,1301'),
      ABC: rows('1,12.5,13'),
      DKKSEK: rows('1,1.5,1.6'),
      SEKNOK: rows('1,1.012345,1.02'),
    });
    expect(made.instruments().map((one) => [one.code, one.precision])).toEqual([
      ['XAUUSD', 5],
      ['ABC', 1],
      ['DKKSEK', 1],
      ['SEKNOK', 6],
    ]);
    expect(listed(made, 'SEKNOK')).toMatchObject({
      quoteCurrency: 'NOK',
      settle: { status: 'inverse', code: 'USDNOK' },
    });
    expect(new Set(made.instruments().map((one) => one.id)).size).toBe(4);
    expect(made.categories()).toEqual(['forex', 'metals', 'other']);
  });
});

describe('the currency of the prices', () => {
  const one = rows('1,12.5,13');
  const inverse = (code: string) => ({ status: 'inverse', code });
  const direct = (code: string) => ({ status: 'direct', code });

  test.each([
    ['of a pair with a currency that has no rate', 'EURHUF', [], 'HUF', inverse('USDHUF')],
    ['of such a pair beside its rate', 'EURHUF', ['USDHUF'], 'HUF', inverse('USDHUF')],
    ['of the rate itself', 'USDHUF', [], 'HUF', inverse('USDHUF')],
    ['of a metal in euro', 'XAUEUR', ['EURUSD'], 'EUR', direct('EURUSD')],
    ['of a currency that is quoted in dollars', 'EURPGK', ['PGKUSD'], 'PGK', direct('PGKUSD')],
    ['of a coin in another, beside its price', 'DOGEUSDT', ['USDTUSD'], 'USDT', direct('USDTUSD')],
    ['of a coin in another, without its price', 'DOGEUSDT', [], 'N/A', inverse('USDN/A')],
    ['of a share in dollars', 'TSLAUSD', [], 'USD', { status: 'none' }],
    ['of a code that names none', 'TRXU21', [], 'N/A', inverse('USDN/A')],
    ['of a short code that is a currency', 'HUF', [], 'N/A', inverse('USDN/A')],
  ])('%s', async (_what, code, others, quoteCurrency, settle) => {
    const codes = [code, ...others];
    const { market: made, reported } = await market(Object.fromEntries(codes.map((each) => [each, one])));
    expect(listed(made, code)).toMatchObject({ quoteCurrency, settle });
    const dealt = settle.status === 'none' || ('code' in settle && codes.includes(settle.code));
    expect(reported.filter((sentence) => sentence.startsWith(`${code} `))).toHaveLength(dealt ? 0 : 1);
  });

  test('is what the operator names', async () => {
    const made = await createMarket({
      feed: {
        kind: 'ticks',
        files: [{ code: 'DE40', currency: 'USD', paths: [one] }],
        clock: 'now',
        speed: 1,
      },
      clock: createManualClock(START),
      candleStore: memoryCandleStore(),
    });
    expect(listed(made, 'DE40')).toMatchObject({ quoteCurrency: 'USD', settle: { status: 'none' } });
  });
});

describe('a malformed file', () => {
  const good = '1399248000040.1868,1300.335,1300.799';
  const bad: readonly (readonly [what: string, text: string, line: number])[] = [
    ['no header', `${good}\n`, 1],
    ['another header', `time,bid,ask\n${good}\n`, 1],
    ['nothing in it', '', 1],
    ['no rows', 'ts_ms,bid,ask\n', 2],
    ['a missing column', `ts_ms,bid,ask\n${good}\n1399248000041,1300\n`, 3],
    ['a further column', `ts_ms,bid,ask\n${good},1\n`, 2],
    ['an empty field', `ts_ms,bid,ask\n${good}\n${good}\n1399248000041,,1300\n`, 4],
    ['an exponent', 'ts_ms,bid,ask\n1399248000041,1e3,1300\n', 2],
    ['a sign', 'ts_ms,bid,ask\n1399248000041,-1300,1300\n', 2],
    ['a blank', 'ts_ms,bid,ask\n1399248000041, 1300,1300\n', 2],
    ['a price of nothing', 'ts_ms,bid,ask\n1399248000041,0.000,1300\n', 2],
    ['a dot without decimals', 'ts_ms,bid,ask\n1399248000041,1300.,1300\n', 2],
    ['a price too fine', 'ts_ms,bid,ask\n1399248000041,1.123456789,1300\n', 2],
    ['a number too large', 'ts_ms,bid,ask\n1399248000041,12345678901234567,1300\n', 2],
    ['a word for a time', `ts_ms,bid,ask\n${good}\nnow,1,1\n`, 3],
    ['an empty row', `ts_ms,bid,ask\n${good}\n\n${good}\n`, 3],
    ['a cut off row', `ts_ms,bid,ask\n${good}\n139924800`, 3],
  ];
  test.for(bad)('with %s is refused by name and line', async ([, text, line]) => {
    const path = tape(text);
    const failure = await market({ XAUUSD: path }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(FeedError);
    expect(String(failure)).toContain(`${path}, line ${line}:`);
  });

  test.for([
    ['a byte order mark', `\ufeffts_ms,bid,ask\n${good}\n`],
    ['blank lines at the end', `ts_ms,bid,ask\n${good}\n\n\n`],
    ['lines of Windows, and a blank one', `\ufeffts_ms,bid,ask\r\n${good}\r\n\r\n`],
    ['no end of the last line', `ts_ms,bid,ask\n${good}`],
  ])('does not include one with %s', async ([, text = '']) => {
    const { market: made } = await market({ XAUUSD: tape(text) });
    expect(made.instruments().map((one) => one.code)).toEqual(['XAUUSD']);
  });

  test('that is missing or packed wrongly is named', async () => {
    const broken = join(folder, 'broken.csv.gz');
    writeFileSync(broken, Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3));
    await expect(market({ XAUUSD: join(folder, 'none.csv') })).rejects.toThrow(/none\.csv/);
    await expect(market({ XAUUSD: broken })).rejects.toThrow(/broken\.csv\.gz/);
  });
});
