import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { millionthsToWire, ratio } from '../../shared/domain/foreign-amount.ts';
import { moneyFromWire, moneyToWire } from '../../shared/domain/money.ts';
import { type DrawTerms, drawFee, drawNet } from '../../shared/domain/withdrawal.ts';

const millionths = (decimal: number) => Math.round(decimal * 1_000_000);
const fixed = (fee: number, rate: number): DrawTerms => ({
  fee: { type: 'fixed', amount: moneyFromWire(fee) },
  drawRate: ratio(millionths(rate)),
});
const share = (fee: number, rate: number): DrawTerms => ({
  fee: { type: 'share', of: ratio(millionths(fee)) },
  drawRate: ratio(millionths(rate)),
});

describe('the net amount of a withdrawal', () => {
  // spec: 9.9 9.10
  it.each([
    // amount, terms -> fee, net; the first three are the specification's
    [100, fixed(2, 1), 2, 98],
    [1, fixed(2, 1), 2, 0],
    [2, fixed(2, 1), 2, 0],
    [2.000001, fixed(2, 1), 2, 0.000001],
    [100, fixed(0, 1), 0, 100],
    [100, fixed(2, 0.9), 2, 88.2],
    [100, share(0.01, 1), 1, 99],
    [100, share(0, 1), 0, 100],
    [100, share(0.01, 150), 1, 14_850],
    [33.333333, share(0.005, 0.92), 0.166667, 30.513333],
    [0.000001, share(0.5, 1), 0.000001, 0],
    [0.000003, share(0.5, 1), 0.000002, 0.000001],
    [0.000001, share(0.01, 0.4), 0, 0],
    [12_345.67, share(0.0123, 149.505), 151.851741, 1_823_036.798812],
  ])('%d on %o: fee %d, paid out %d', (amount, terms, fee, net) => {
    expect(moneyToWire(drawFee(moneyFromWire(amount), terms))).toBe(fee);
    expect(millionthsToWire(drawNet(moneyFromWire(amount), terms))).toBe(net);
  });

  // spec: 9.9
  it('is never below zero, and grows with the amount', () => {
    const amounts = fc.integer({ min: 1, max: 1e14 });
    const terms = fc.oneof(
      fc.tuple(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 1, max: 60e6 })).map(([fee, rate]) => ({
        fee: { type: 'fixed' as const, amount: moneyFromWire(fee / 1e6) },
        drawRate: ratio(rate),
      })),
      fc.tuple(fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 1, max: 60e6 })).map(([of, rate]) => ({
        fee: { type: 'share' as const, of: ratio(of) },
        drawRate: ratio(rate),
      })),
    );
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 1e9 }), terms, (less, by, on) => {
        const net = drawNet(moneyFromWire(less / 1e6), on);
        expect(net).toBeGreaterThanOrEqual(0);
        expect(drawNet(moneyFromWire((less + by) / 1e6), on)).toBeGreaterThanOrEqual(net);
      }),
    );
  });

  it('beyond the range of money is an error, not a wrong sum', () => {
    expect(() => drawNet(moneyFromWire(1e9), share(0, 150))).toThrow(RangeError);
  });
});
