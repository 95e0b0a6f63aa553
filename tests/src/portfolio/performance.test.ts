import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { money } from '../../../shared/domain/money.ts';
import {
  BARS,
  gainOf,
  performanceOf,
  realisedBars,
  returnsOf,
} from '../../../src/screens/Portfolio/performance.ts';
import { day, usd } from './portfolio-day.ts';

const DAYS = [
  day(1, 1_000, { transfers: 1_000 }),
  day(2, 1_100, { realised: 90, wins: 3, won: 120, losses: 1, lost: -30, fees: -1, financing: -4 }),
  // 500 more are paid in, and nothing is won with them.
  day(3, 1_600, { transfers: 500, fees: -2, financing: 1 }),
  day(4, 1_440, { realised: -160, losses: 1, lost: -160 }),
];

describe('the performance of an account', () => {
  it('sums its days, and begins with what the day before them left', () => {
    expect(performanceOf(DAYS, 3)).toEqual({
      days: DAYS.slice(1),
      base: usd(1_000),
      transfers: usd(500),
      fees: usd(-3),
      financing: usd(-3),
      realised: usd(-70),
      winRate: 6_000,
      // 40 on average against 95.
      winToLoss: 4,
    });
    expect(performanceOf(DAYS, 30)).toMatchObject({ base: 0, transfers: usd(1_500) });
    expect(performanceOf(DAYS.slice(0, 1), 7)).toMatchObject({ winRate: undefined, winToLoss: undefined });
  });

  it.each([
    ['of all days', 30, 1_440, -60, -100, -1_000],
    ['after more was lost today', 30, 800, -700, -4_500, -5_000],
    ['without the day on which the account was opened', 3, 1_440, -60, -100, -1_000],
  ])('counts no transfer as a gain: %s', (_, count, equity, gain, total, fall) => {
    const of = performanceOf(DAYS, count);
    expect(gainOf(of, usd(equity))).toBe(usd(gain));
    expect(returnsOf(of, usd(equity))).toEqual({ total, fall });
  });

  it('has no gain and no return since a day whose equity is not known, and falls from later ones', () => {
    const of = performanceOf(
      [day(1, undefined, { balance: 5_000 }), day(2, 1_000), day(3, 800), day(4, 900)],
      3,
    );
    expect(gainOf(of, usd(900))).toBeUndefined();
    expect(returnsOf(of, usd(900))).toEqual({ total: undefined, fall: -2_000 });
  });

  it('takes a day whose equity is not known together with the next', () => {
    const days = [
      day(1, 1_000),
      day(2, undefined, { balance: 100, transfers: 500 }),
      day(3, 1_650),
      day(4, 0),
    ];
    expect(returnsOf(performanceOf(days, 3), usd(1_485))).toEqual({ total: -100, fall: -1_000 });
  });

  it('has no return without money', () => {
    expect(returnsOf(performanceOf([day(1, 0)], 7), usd(0))).toEqual({ total: undefined, fall: undefined });
  });
});

describe('the bars of the realised profit', () => {
  it('stand on a common line, as high as their amounts, no wider than those of a week, the last at the end', () => {
    const { up, down, zero } = realisedBars([
      day(1, 0, { realised: 30 }),
      day(2, 0),
      day(3, 0, { realised: -10 }),
    ]);
    expect(zero).toBe(54);
    expect(up).toBe('M189.71 0.00h32.00v54.00h-32.00z');
    expect(down).toBe('M281.14 54.00h32.00v18.00h-32.00z');
  });

  it('stay in their picture', () => {
    const amounts = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 1, maxLength: 365 });
    fc.assert(
      fc.property(amounts, (list) => {
        const { up, down } = realisedBars(list.map((realised) => ({ realised: money(realised) })));
        for (const [, x = '', y = '', wide = '', size = ''] of `${up}${down}`.matchAll(
          /M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)/g,
        )) {
          expect(Number(x) + Number(wide)).toBeLessThanOrEqual(BARS.width + 0.02);
          expect(Number(y)).toBeGreaterThanOrEqual(0);
          // A small amount is one unit high nevertheless.
          expect(Number(y) + Number(size)).toBeLessThanOrEqual(BARS.height + 1.02);
        }
      }),
    );
  });
});
