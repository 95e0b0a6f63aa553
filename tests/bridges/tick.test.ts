import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainPrice, roundPrice, tickOf } from '../../bridges/tick.ts';

describe('a price as text', () => {
  it.each([
    [61837.63, '61837.63'],
    ['61837.63000000', '61837.63'],
    ['007.50', '7.5'],
    ['100', '100'],
    [1e-7, '0.0000001'],
    ['2.921e-05', '0.00002921'],
    ['1.5e3', '1500'],
    [1e21, '1000000000000000000000'],
    ['12.5e1', '125'],
  ])('%s is %s', (value, text) => {
    expect(plainPrice(value)).toBe(text);
  });

  it.each([
    0,
    '0.000',
    -1,
    '+1',
    '1,5',
    '1.',
    '.5',
    '',
    ' 1',
    'NaN',
    Number.NaN,
    Infinity,
    null,
    undefined,
    '1e999',
    '٣',
  ])('%s is none', (value) => {
    expect(plainPrice(value)).toBeUndefined();
  });

  it('is the same number, for every number', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-30, max: 1e30, noNaN: true }), (value) => {
        const text = plainPrice(value);
        expect(text).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
        expect(Number(text)).toBe(value);
      }),
    );
  });
});

describe('rounding', () => {
  it('makes a quote wider, never narrower, by less than a point', () => {
    const price = fc.tuple(fc.bigInt(1n, 10n ** 14n), fc.integer({ min: 0, max: 12 }));
    fc.assert(
      fc.property(price, fc.integer({ min: 0, max: 8 }), ([digits, places], decimals) => {
        const text = plainPrice(`${digits}e-${places}`) ?? '';
        const scaled = (one: string) => {
          const [whole = '', fraction = ''] = one.split('.');
          return BigInt(whole + fraction.padEnd(20, '0'));
        };
        const [exact, point] = [scaled(text), 10n ** BigInt(20 - decimals)];
        const [down, up] = [
          roundPrice(text, decimals, 'down') ?? '0',
          roundPrice(text, decimals, 'up') ?? '0',
        ];
        for (const one of [down, up]) expect(one.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(decimals);
        expect(scaled(down) <= exact && exact - scaled(down) < point).toBe(true);
        expect(scaled(up) >= exact && scaled(up) - exact < point).toBe(true);
      }),
    );
  });

  it.each([
    ['1.005', 2, 'nearest', '1.01'],
    ['1.0049', 2, 'nearest', '1'],
    ['0.004', 2, 'down', undefined],
    ['0.004', 2, 'up', '0.01'],
    ['999.999', 0, 'up', '1000'],
    ['1.123456789', undefined, 'up', '1.123456789'],
  ] as const)('%s at %s decimals %s is %s', (price, decimals, toward, text) => {
    expect(roundPrice(price, decimals, toward)).toBe(text);
  });
});

describe('a tick', () => {
  it('has its bid rounded down and its ask up', () => {
    expect(tickOf('BTCUSD', 1, '61837.69', 61837.61, 5)).toEqual(['BTCUSD', '61837.6', '61837.7', 5]);
  });

  it.each([undefined, null, ''])('may come without an ask: %s', (ask) => {
    expect(tickOf('BTCUSD', 1, '1', ask, 5)).toEqual(['BTCUSD', '1', null, 5]);
  });

  it.each([
    [undefined, '1'],
    ['1', 'x'],
    ['0.001', '1'],
    ['1', '0'],
  ])('is none with the bid %s and the ask %s', (bid, ask) => {
    expect(tickOf('BTCUSD', 2, bid, ask, 5)).toBeUndefined();
  });
});
