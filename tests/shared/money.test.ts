import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { money, moneyFromWire, moneyToWire, mulRatio, roundMoney } from '../../shared/domain/money.ts';

/** The definition, in exact arithmetic: round half away from zero. */
function reference(value: number, n1: number, d1: number, n2: number, d2: number): number {
  const top = BigInt(value) * BigInt(n1) * BigInt(n2);
  const bottom = BigInt(d1) * BigInt(d2);
  const size = top < 0n ? -top : top;
  const rounded = (2n * size + bottom) / (2n * bottom);
  const result = Number(top < 0n ? -rounded : rounded);
  return result === 0 ? 0 : result;
}

describe('mulRatio', () => {
  it.each([
    [1, 1, 2, 1, 1, 1],
    [-1, 1, 2, 1, 1, -1],
    [1, 1, 3, 1, 1, 0],
    [2, 1, 3, 1, 1, 1],
    [-2, 1, 3, 1, 1, -1],
    [3, 1, 2, 1, 1, 2],
    [-3, 1, 2, 1, 1, -2],
    [0, 7, 3, 1, 1, 0],
    [-1, 1, 3, 1, 1, 0],
  ])('%d x %d/%d x %d/%d is %d', (value, n1, d1, n2, d2, expected) => {
    expect(mulRatio(value, n1, d1, n2, d2)).toBe(expected);
  });

  it('agrees with exact arithmetic for small and huge numbers alike', () => {
    const whole = fc.oneof(
      fc.integer({ min: -1_000, max: 1_000 }),
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.maxSafeInteger(),
    );
    const above = fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 2 ** 52 }));
    fc.assert(
      fc.property(whole, above, above, above, above, (value, n1, d1, n2, d2) => {
        expect(mulRatio(value, n1, d1, n2, d2)).toBe(reference(value, n1, d1, n2, d2));
      }),
      { numRuns: 20_000 },
    );
  });

  it('rounds a quotient just below a half down at the edge of the safe integers', () => {
    expect(mulRatio(2 ** 53 - 1, 1, 2, 1, 1)).toBe(2 ** 52);
    expect(mulRatio(-(2 ** 53 - 1), 1, 2, 1, 1)).toBe(-(2 ** 52));
  });
});

describe('money', () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY, 0.5, 2 ** 53])('refuses %d as an amount', (value) => {
    expect(() => money(value)).toThrow(RangeError);
  });

  it('has no negative zero, which would be shown as "-0.00"', () => {
    expect(Object.is(money(-0), 0)).toBe(true);
  });

  it('survives the wire unchanged for every amount up to a billion', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e15, max: 1e15 }), (millionths) => {
        const sent: unknown = JSON.parse(JSON.stringify(moneyToWire(money(millionths))));
        expect(moneyFromWire(Number(sent))).toBe(millionths);
      }),
      { numRuns: 5_000 },
    );
  });

  // spec: 9.6
  it.each([
    [1_005_000, 2, 1_010_000],
    [-1_005_000, 2, -1_010_000],
    [1_004_999, 2, 1_000_000],
    [123_456, 0, 0],
    [500_000, 0, 1_000_000],
  ] as const)('rounds %d to %d decimals as %d', (amount, decimals, expected) => {
    expect(roundMoney(money(amount), decimals)).toBe(expected);
  });
});
