import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importFile } from '../../../replay/cli/conversion.ts';
import { captureOf } from '../../../replay/import/capture.ts';
import { importCapture } from '../../../replay/import/import-capture.ts';
import { mappedVenue, parseStreamMap } from '../../../replay/import/stream-map.ts';
import { plainDecimal } from '../../../replay/import/venue.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { candlesOf, imported, type Line, linesFrom, quoteRows, received, START_MS } from './importing.ts';

const MAP = { symbol: 'pair', price: 'price', time: 'at' };

async function mapped(lines: readonly Line[], map: object = MAP) {
  const read = parseStreamMap(JSON.stringify(map));
  if (!read.ok) throw new Error(read.error);
  const { entries, report } = await importCapture(mappedVenue(read.value), captureOf(linesFrom(lines)));
  const all = [];
  for await (const entry of entries) all.push(entry);
  return { entries: all, report, dropped: Object.fromEntries(report.dropped) };
}

const deals = (pair: string, ...prices: readonly (string | number)[]) =>
  prices.map((price, i) => received(i * 1_000, { pair, price, at: START_MS + i * 1_000 }));
const prices = async (pair: string, ...texts: readonly (string | number)[]) =>
  quoteRows((await mapped(deals(pair, ...texts))).entries).map(([, close]) => close);

describe('a number', () => {
  it.each([
    ['1.23e-06', '0.00000123'],
    ['1.5E3', '1500'],
    ['1e2', '100'],
    ['12.5e-1', '1.25'],
    ['+3', '3'],
    ['-37.63', '-37.63'],
    ['007.50', '7.50'],
    ['5.', '5'],
  ])('%s is %s', (text, plain) => {
    expect(plainDecimal(text)).toBe(plain);
  });
  it.each(['2,345.67', '1.2.3', '1e', 'NaN', '', '٣', '0x10', '1_000'])('%j is not a number', (text) => {
    expect(plainDecimal(text)).toBeUndefined();
  });
});

describe('a price of a stream', () => {
  it('is the same written as a number and as a text, with an exponent or without', async () => {
    const wanted = [0.00000124, 0.00000123, 0.00000125];
    expect(await prices('PEPE-USDT', 0.00000124, 1.23e-6, '1.25e-6')).toEqual(wanted);
    expect(await prices('PEPE-USDT', '0.00000124', '1.23e-06', '0.00000125')).toEqual(wanted);
    expect(await prices('BTC-IDR', '1800000000.5', 1_800_000_001)).toEqual([1_800_000_000.5, 1_800_000_001]);
  });

  it('that cannot be taken as it is written is dropped and counted, never changed', async () => {
    const { entries, dropped } = await mapped(
      deals('XAU-USD', '2345.5', '2,345.67', '-37.63', '0', '0.0000016425', 'n/a', '2346.5'),
    );
    expect(quoteRows(entries).map(([, close]) => close)).toEqual([2345.5, 2346.5]);
    expect(dropped).toEqual({
      'XAUUSD: trade without a price': 2,
      'XAUUSD: trade with a price that is not above zero': 2,
      'XAUUSD: trade with more than 8 decimals': 1,
    });
  });
});

describe('a list of trades', () => {
  const at = (minute: number) => new Date(START_MS + minute * 60_000).toISOString();
  const map = { each: 'trades', symbol: '$.pair', price: 'price', time: 'at' };

  it('that begins with the newest has a candle for each minute, and ends with the newest price', async () => {
    const trades = [2, 1, 0].map((minute) => ({ price: 101 + minute, at: at(minute) }));
    const { entries, report } = await mapped([received(200_000, { pair: 'ABC-USD', trades })], map);
    expect(candlesOf(entries, 'ABCUSD').map(([, open]) => open)).toEqual([101, 102, 103]);
    expect(quoteRows(entries).at(-1)?.[1]).toBe(103);
    expect(Object.fromEntries(report.taken)).toEqual({ trade: 3 });
  });

  it('that is older than what was seen changes no price, and is counted where its candle is gone', async () => {
    const { entries, dropped } = await mapped([
      ...[5, 6].map((minute) => received(minute, { pair: 'ABC-USD', price: 100 + minute, at: at(minute) })),
      received(400_000, { pair: 'ABC-USD', price: 90, at: at(5) }),
      received(400_001, { pair: 'ABC-USD', price: 80, at: at(1) }),
    ]);
    expect(quoteRows(entries).at(-1)?.[1]).toBe(106);
    expect(candlesOf(entries, 'ABCUSD').at(-2)?.slice(1, 5)).toEqual([105, 105, 90, 90]);
    expect(dropped).toEqual({ 'ABCUSD: trade older than the candles that are kept': 1 });
  });
});

describe('a symbol', () => {
  it('may have letters of any script', async () => {
    expect(await prices('币安人生-USDT', 1.5, 1.6)).toEqual([1.5, 1.6]);
    const frame = { e: 'aggTrade', s: '币安人生USDT', p: '0.1', T: START_MS, E: START_MS };
    const { report } = await imported('binance-futures', linesFrom([received(0, frame)]));
    expect(Object.fromEntries(report.taken)).toEqual({ aggTrade: 1 });
  });

  it('of no known form is counted by its name', async () => {
    const { dropped } = await mapped([...deals('ABC-USD', 1), ...deals('?!', 1, 2)]);
    expect(dropped).toEqual({ '?!: symbol of no known form': 2 });
  });
});

describe('an import that drops prices', () => {
  async function importing(...values: readonly (string | number)[]) {
    const folder = temporaryFolder();
    const path = (name: string) => join(folder, name);
    writeFileSync(
      path('in.jsonl'),
      deals('ABC-USD', ...values)
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    );
    writeFileSync(path('map.json'), JSON.stringify(MAP));
    const said: string[] = [];
    const exit = await importFile({
      file: path('in.jsonl'),
      from: { map: path('map.json') },
      out: path('out.jsonl'),
      say: (line) => void said.push(line),
    });
    return { exit, said };
  }

  it('ends with status 3 and a sentence when it dropped more than a tenth', async () => {
    const { exit, said } = await importing(1, 2, 3, '1,5', 5);
    expect(exit).toBe(3);
    expect(said).toContain('dropped: ABCUSD: trade without a price 1');
    expect(said.at(-1)).toMatch(/^More than a tenth of the prices was dropped/);
  });

  it('ends with status 0 when it dropped less, and says so all the same', async () => {
    const { exit, said } = await importing(1, 2, 3, 4, 5, 6, 7, 8, 9, '1,5');
    expect(exit).toBe(0);
    expect(said.at(-1)).toBe('dropped: ABCUSD: trade without a price 1');
  });
});
