import { describe, expect, it } from 'vitest';
import { courseOf, leaderFigures, type Trade } from '../../../server/leaders/leaders.ts';
import { money } from '../../../shared/domain/money.ts';
import { timestampMs } from '../../../shared/domain/time.ts';

const DAY = 86_400_000;
const NOW = timestampMs(Date.UTC(2026, 2, 20, 15, 30));
const WINDOW = NOW - 21 * DAY;
const dollars = (amount: number) => money(Math.round(amount * 1_000_000));

const trade = (closedAt: number, profit: number): Trade => ({
  closedAt: timestampMs(closedAt),
  profit: dollars(profit),
});
const figures = (trades: readonly Trade[], opening = 1_000) => leaderFigures(dollars(opening), trades, NOW);

describe('the figures of a leader', () => {
  // spec: 1.4 3.9
  it('are computed from the trades of three weeks and the balance at their beginning', () => {
    const found = figures([
      trade(WINDOW - 2 * DAY, 100),
      trade(WINDOW, -10),
      trade(WINDOW + 2 * DAY, 50),
      trade(NOW, 15),
    ]);
    // 1000 + 100 at the beginning of the window; 55 since then, in two winning trades of three.
    expect(found).toEqual({
      windowProfit: 55_000_000,
      windowRate: 500,
      windowWin: 6_667,
      totalRate: 1_550,
      totalTrades: 4,
    });
  });

  it('are unknown without a trade closed in the window', () => {
    expect(figures([])).toBeUndefined();
    expect(figures([trade(WINDOW - 1, 100)])).toBeUndefined();
    expect(figures([trade(WINDOW, 100)])).toBeDefined();
  });

  it('are unknown for a leader without a balance at the beginning of the window', () => {
    expect(figures([trade(WINDOW - DAY, -1_000), trade(NOW, 1)])).toBeUndefined();
  });

  it('do not count a profit of zero as a win', () => {
    expect(figures([trade(NOW, 0)])).toMatchObject({ windowWin: 0, windowRate: 0, totalTrades: 1 });
  });
});

describe('the course of a leader', () => {
  it('is what was won by the end of each day of three weeks, with the worst fall and the latest trades', () => {
    const { curve, worst_fall, last_trades } = courseOf(
      dollars(1_000),
      [
        trade(NOW - 3_600_000, 110),
        trade(WINDOW - 2 * DAY, -200),
        trade(WINDOW + 2.5 * DAY, 200),
        trade(WINDOW + 1.5 * DAY, -400),
        trade(WINDOW + 10, 80),
      ],
      NOW,
    );
    // 800 at the beginning, 880 after the first day, then 480, 680 and 790.
    expect(curve.slice(0, 5)).toEqual([0, 10, -40, -15, -15]);
    expect(curve).toHaveLength(22);
    expect(curve.at(-2)).toBe(-15);
    expect(curve.at(-1)).toBe(-1.25);
    expect(worst_fall).toBe(-45.45);
    expect(last_trades.map(({ profit }) => profit)).toEqual([110, 200, -400, 80, -200]);
    expect(last_trades[0]?.closed_at).toBe(new Date(NOW - 3_600_000).toISOString());
  });
});
