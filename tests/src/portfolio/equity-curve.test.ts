import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CURVE, equityCurve, MAX_TICKS } from '../../../src/screens/Portfolio/equity-curve.ts';
import { performanceOf } from '../../../src/screens/Portfolio/performance.ts';
import { day, usd } from './portfolio-day.ts';

const DAYS = [
  day(1, 1_000, { transfers: 1_000 }),
  day(2, 1_100),
  day(3, 1_600, { transfers: 500 }),
  day(4, 1_440),
];

const amountsOf = ({ ticks }: ReturnType<typeof equityCurve>) => ticks.map(({ worth }) => worth / 1e6);

describe('the curve of the equity', () => {
  it('runs from the level before the days to the equity now, between round amounts', () => {
    const curve = equityCurve(performanceOf(DAYS, 3), usd(1_600));
    expect(amountsOf(curve)).toEqual([1_000, 1_200, 1_400, 1_600]);
    expect(curve.ticks.map(({ y }) => y)).toEqual([120, 80, 40, 0]);
    expect(curve.decimals).toBe(0);
    expect(curve.path).toBe('M0.0 120L106.7 100L213.3 0L320.0 0');
    expect(curve.start).toBe(120);
  });

  it('marks each known value of a young account, and leaves out a day whose equity is not known', () => {
    const young = performanceOf(
      [day(1, 100, { transfers: 100 }), day(2, undefined, { balance: 70 }), day(3, 100)],
      30,
    );
    const { path, dots } = equityCurve(young, usd(100));
    expect(path).toBe('M0.0 60L106.7 60L320.0 60');
    expect(dots).toBe('M0.0 60h0M106.7 60h0M320.0 60h0');
  });

  it('begins with the first value that is known', () => {
    const late = performanceOf([day(1, undefined, { balance: 5_000 }), day(2, undefined), day(3, 100)], 2);
    const { path, start } = equityCurve(late, usd(100));
    expect([path, start]).toEqual(['M320.0 60', 60]);
  });

  it('marks the last value alone among many', () => {
    const days = Array.from({ length: 20 }, (_, at) => day(at, 100, at === 0 ? { transfers: 100 } : {}));
    expect(equityCurve(performanceOf(days, 30), usd(100)).dots).toBe('M320.0 60h0');
  });

  it.each([
    ['of nothing', 0, [99_900, 100_000, 100_100]],
    ['of a dollar', -1, [99_900, 100_000, 100_100]],
    ['to more', 99, [99_900, 100_000, 100_100]],
    ['of a tenth', -10_000, [90_000, 95_000, 100_000]],
  ])('keeps an axis of a five-hundredth at least: after a change %s', (_, change, amounts) => {
    const today = performanceOf([day(1, undefined, { transfers: 100_000 })], 30);
    expect(amountsOf(equityCurve(today, usd(100_000 + change)))).toEqual(amounts);
  });

  it('shows cents where the lines lie less than a dollar apart', () => {
    const small = performanceOf([day(1, undefined, { transfers: 20 })], 30);
    const curve = equityCurve(small, usd(20.01));
    expect(amountsOf(curve)).toEqual([19.98, 20, 20.02]);
    expect(curve.decimals).toBe(2);
  });

  it('holds every amount within few lines', () => {
    const worth = fc.integer({ min: -5_000_000_00, max: 5_000_000_00 }).map((cents) => usd(cents / 100));
    fc.assert(
      fc.property(worth, worth, fc.array(worth, { maxLength: 40 }), (base, equity, rest) => {
        const days = rest.map((amount, at) => ({ ...day(at, 0), equity: amount }));
        const of = { ...performanceOf([...days, day(99, undefined)], 365), base };
        const { ticks, path } = equityCurve(of, equity);
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(MAX_TICKS);
        for (const [, y] of path.matchAll(/[ML][\d.]+ (-?[\d.]+)/g)) {
          expect(Number(y)).toBeGreaterThanOrEqual(0);
          expect(Number(y)).toBeLessThanOrEqual(CURVE.height);
        }
      }),
    );
  });
});
