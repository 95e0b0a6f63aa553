import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountTotals, isStopOut } from '../../shared/domain/account.ts';
import { feeOf, marginOf, maxVolume } from '../../shared/domain/margin.ts';
import { money, moneyFromWire } from '../../shared/domain/money.ts';
import { floatingPnl, pointsFor, pointValue } from '../../shared/domain/pnl.ts';
import { price, priceFromWire } from '../../shared/domain/price.ts';
import { rateOf, UNIT_RATE } from '../../shared/domain/rate.ts';
import { volume, volumeFromWire } from '../../shared/domain/volume.ts';
import { eurusd } from '../helpers/instruments.ts';

const conversion = (status: 'direct' | 'inverse', at: number, precision: number) => {
  const rate = rateOf({ status, code: 'X' }, priceFromWire(at, precision), precision);
  if (rate === undefined) throw new Error('no rate');
  return rate;
};

describe('margin', () => {
  // spec: 9.7
  it.each([
    ['EURUSD 1 lot', 1, 100_000, 1.2, 5, 100, 1200],
    ['EURUSD 0.1 lot at 50', 0.1, 100_000, 0.9136, 5, 50, 182.72],
    ['XAUUSD 0.1 lot', 0.1, 100, 1944, 3, 100, 194.4],
    ['EURUSD 0.1 lot', 0.1, 100_000, 1.085, 5, 100, 108.5],
  ])(
    'of %s (%d x %d at %d, %d decimals) by %d is %d',
    (_, lots, units, at, precision, multiple, expected) => {
      const terms = { marginMode: 'by-price', contractSize: units, precision } as const;
      const margin = marginOf(terms, volumeFromWire(lots), priceFromWire(at, precision), multiple, UNIT_RATE);
      expect(margin).toBe(moneyFromWire(expected));
    },
  );

  it('of 0.10 lot USDJPY at 150.000 converts at USDJPY itself to 100.00', () => {
    const terms = { marginMode: 'by-price', contractSize: 100_000, precision: 3 } as const;
    const rate = conversion('inverse', 150, 3);
    expect(marginOf(terms, volumeFromWire(0.1), priceFromWire(150, 3), 100, rate)).toBe(moneyFromWire(100));
  });

  it('in fixed mode is lots x units / multiple at every price', () => {
    const terms = { marginMode: 'fixed', contractSize: 100_000, precision: 5 } as const;
    expect(marginOf(terms, volumeFromWire(0.2), price(1), 30, UNIT_RATE)).toBe(moneyFromWire(666.666667));
    expect(marginOf(terms, volumeFromWire(0.2), price(123_456), 30, { num: 3, den: 2 })).toBe(
      moneyFromWire(666.666667),
    );
  });
});

describe('fee', () => {
  // spec: 9.8
  it('is a fraction of the margin', () => {
    expect(feeOf('of-margin', 500, volumeFromWire(0.1), moneyFromWire(108.5))).toBe(moneyFromWire(0.05425));
  });
  // spec: 9.8
  it('is an amount per lot', () => {
    expect(feeOf('per-lot', 7_000_000, volumeFromWire(0.1), moneyFromWire(108.5))).toBe(moneyFromWire(0.7));
  });
});

describe('floating profit', () => {
  const usd = UNIT_RATE;
  it.each([
    ['buy EURUSD', 'buy', 1, 100_000, 5, 1.2, 1.205, 500, usd],
    ['buy XAUUSD', 'buy', 10, 100, 3, 1576.78, 1577.94, 1160, usd],
    ['sell GBPUSD', 'sell', 3, 100_000, 5, 2.011, 1.4063, 181_410, usd],
    ['buy HSBC', 'buy', 1, 100_000, 3, 3.5, 3.6, 1290.322581, conversion('inverse', 7.75, 5)],
    ['buy USDJPY', 'buy', 0.3, 100_000, 3, 150, 150.456, 90.923592, conversion('inverse', 150.456, 3)],
    ['part of a long', 'buy', 0.4, 100_000, 5, 1, 1.001, 40, usd],
    ['rest of a long', 'buy', 0.6, 100_000, 5, 1, 1.002, 120, usd],
    ['buy EURGBP', 'buy', 1, 100_000, 5, 0.85, 0.8512, 150, conversion('direct', 1.25, 5)],
  ] as const)(
    'of %s: %s %d x %d, %d decimals, from %d to %d is %d',
    (_, side, lots, units, precision, from, to, expected, rate) => {
      const value = pointValue(volumeFromWire(lots), units, precision);
      const [opened, now] = [priceFromWire(from, precision), priceFromWire(to, precision)];
      expect(floatingPnl(side, opened, now, value, rate)).toBe(moneyFromWire(expected));
    },
  );

  it('is inverted to the farthest distance with at most, and the nearest with at least an amount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom(1, 100, 5_000, 100_000),
        fc.integer({ min: 0, max: 8 }),
        fc.constantFrom(UNIT_RATE, { num: 100_000, den: 15_432_100 }, { num: 126_543, den: 100_000 }),
        (amount, size, units, precision, rate) => {
          const value = pointValue(volume(size), units, precision);
          const worth = (points: number) => floatingPnl('buy', price(0), price(points), value, rate);
          const limit = (amount * value.den * rate.den) / (value.num * rate.num);
          fc.pre(limit < Number.MAX_SAFE_INTEGER / 2);
          const most = pointsFor(money(amount), value, rate, 'at-most');
          expect(worth(most)).toBeLessThanOrEqual(amount);
          expect(worth(most + 1)).toBeGreaterThan(amount);
          const least = pointsFor(money(amount), value, rate, 'at-least');
          expect(worth(least)).toBeGreaterThanOrEqual(amount);
          expect(worth(least - 1)).toBeLessThan(amount);
        },
      ),
    );
  });
  it('has no distance for an amount beyond the range of prices', () => {
    const value = pointValue(volume(1), 1, 8);
    const rate = { num: 100_000, den: 15_432_100 };
    expect(() => pointsFor(money(58_366_647), value, rate, 'at-most')).toThrow(RangeError);
  });
});

describe('account totals', () => {
  // spec: 3.6
  it.each([
    { equity: 1.195, floating: -500, level: 8_333 },
    { equity: 1.191, floating: -900, level: 5_000 },
  ])('balance 1,500 and margin 1,200 with $floating give a margin level of $level', ({ floating, level }) => {
    const totals = accountTotals(moneyFromWire(1500), moneyFromWire(floating), moneyFromWire(1200));
    expect(totals.marginLevel).toBe(level);
    expect(totals.freeMargin).toBe(totals.equity - totals.margin);
  });

  it('has no margin level without open positions', () => {
    const totals = accountTotals(moneyFromWire(100), money(0), money(0));
    expect(totals.marginLevel).toBeUndefined();
    expect(totals.riskRate).toBeUndefined();
  });

  it('stops out at exactly half of the margin and not a millionth above', () => {
    expect(isStopOut(moneyFromWire(600), moneyFromWire(1200), 50)).toBe(true);
    expect(isStopOut(money(600_000_001), moneyFromWire(1200), 50)).toBe(false);
    expect(isStopOut(money(0), money(0), 50)).toBe(false);
  });
});

describe('the largest size', () => {
  it('fits with its fee, and one step more does not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50_000 }), fc.constantFrom(1, 20, 100), (free, multiple) => {
        const at = priceFromWire(1.2, 5);
        const cost = (size: number) => {
          const margin = marginOf(eurusd, volume(size), at, multiple, UNIT_RATE);
          return margin + feeOf('of-margin', eurusd.feeRateMillionths, volume(size), margin);
        };
        const most = maxVolume(
          eurusd,
          at,
          multiple,
          UNIT_RATE,
          'of-margin',
          moneyFromWire(free),
          volumeFromWire(1000),
        );
        if (most > 0) expect(cost(most)).toBeLessThanOrEqual(moneyFromWire(free));
        if (most < volumeFromWire(1000))
          expect(cost(most + eurusd.lotStep)).toBeGreaterThan(moneyFromWire(free));
      }),
    );
  });

  it('may use the free margin up to its last millionth', () => {
    const at = priceFromWire(1.2, 5);
    const noFee = { ...eurusd, feeRateMillionths: 0 };
    const most = (free: number) =>
      maxVolume(noFee, at, 100, UNIT_RATE, 'of-margin', money(free), volumeFromWire(1000));
    expect(most(12_000_000)).toBe(volumeFromWire(0.01));
    expect(most(11_999_999)).toBe(0);
  });
});
