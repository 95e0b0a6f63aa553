import { describe, expect, test } from 'vitest';
import { catalogue, entryFor, instrumentOf, simulatedEntries } from '../../../server/catalogue/catalogue.ts';
import { CATEGORY, referencePrice } from '../../../server/catalogue/catalogue-entry.ts';
import { isCurrency } from '../../../server/catalogue/forex.ts';
import { logoPath, logoSvg } from '../../../server/catalogue/logos.ts';

const byCode = new Map(catalogue.map((entry) => [entry.code, entry]));
const everything = simulatedEntries(120);

test('ids and codes are unique, and ids never change', () => {
  expect(new Set(everything.map((entry) => entry.id)).size).toBe(everything.length);
  expect(new Set(everything.map((entry) => entry.code)).size).toBe(everything.length);
  const some = ['EURUSD', 'USDJPY', 'XAUUSD', 'USOIL', 'US500', 'BTCUSD'];
  expect(some.map((code) => byCode.get(code)?.id)).toEqual([1, 3, 101, 201, 301, 401]);
  expect(entryFor({ code: 'ABCDE', decimals: 2 }).id).toBe(entryFor({ code: 'ABCDE', decimals: 4 }).id);
  expect(entryFor({ code: 'ABCDE', decimals: 2 }).id).not.toBe(entryFor({ code: 'ABCDF', decimals: 2 }).id);
});

test('every quote currency has a conversion instrument in the catalogue, quoted against the dollar', () => {
  for (const { code, quoteCurrency, settleCode } of catalogue) {
    if (quoteCurrency === 'USD') expect(settleCode, code).toBe('');
    else {
      expect([`USD${quoteCurrency}`, `${quoteCurrency}USD`], code).toContain(settleCode);
      expect(byCode.has(settleCode), code).toBe(true);
    }
  }
});

test('precisions are the usual ones', () => {
  const known = { EURUSD: 5, USDJPY: 3, GBPJPY: 3, XAUUSD: 3, BTCUSD: 2, US500: 1 };
  for (const [code, precision] of Object.entries(known))
    expect(byCode.get(code)?.precision, code).toBe(precision);
  for (const entry of catalogue) {
    const points = referencePrice(entry) * 10 ** entry.precision;
    expect(points, entry.code).toBeGreaterThan(1_000);
    expect(points, entry.code).toBeLessThan(1e9);
  }
});

// spec: 3.1
test('an instrument has its terms as integers, and the fee rate for its fee type', () => {
  const entry = byCode.get('EURUSD') ?? entryFor({ code: '', decimals: 0 });
  const instrument = instrumentOf(entry, { status: 'open' }, 'per-lot');
  expect(instrument).toMatchObject({
    lotStep: 100,
    minVolume: 100,
    contractSize: 100_000,
    feeRateMillionths: 7_000_000,
  });
  expect(instrumentOf(entry, { status: 'open' }, 'of-margin').feeRateMillionths).toBe(500);
});

// spec: 3.2 7.48
test('every category in use is named', () => {
  const ids: readonly number[] = Object.values(CATEGORY);
  for (const entry of [...everything, entryFor({ code: 'ABC', decimals: 2 })])
    expect(ids).toContain(entry.categoryId);
});

describe('logos', () => {
  test('exist for every instrument, with unique ids and without scripts or external resources', () => {
    for (const { code } of everything) {
      const svg = logoSvg(code) ?? '';
      expect(logoPath(code)).toBe(`/logos/${code}.svg`);
      expect(svg, code).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/s);
      expect(svg, code).not.toMatch(
        /<script|<foreignObject|<image|<use|\son\w+=|href|javascript:|<!|undefined|NaN/i,
      );
      const ids = [...svg.matchAll(/\sid="([^"]*)"/g)].map((match) => match[1]);
      expect(new Set(ids).size, code).toBe(ids.length);
      for (const [, id] of svg.matchAll(/url\(#([^)]*)\)/g)) expect(ids, code).toContain(id);
      expect(svg.length, code).toBeLessThan(20_000);
    }
  });

  test('exist for pairs of known currencies that are not in the catalogue', () => {
    expect(byCode.has('NOKSEK')).toBe(false);
    expect(logoSvg('NOKSEK')).toContain('<svg');
    expect(isCurrency('QQQ')).toBe(false);
  });

  const unknown = [
    '',
    'NOPE',
    'eurusd',
    'EURUSD.svg',
    '../../package.json',
    'EUR/USD',
    '<script>',
    '__proto__',
    'constructor',
    'SYN1',
  ];
  test.for([...unknown, 'EURQQQ', 'toString', 'EURUSD\n'])('are undefined for %j', (code) => {
    expect(logoSvg(code)).toBeUndefined();
    expect(logoPath(code)).toBe('');
  });
});
