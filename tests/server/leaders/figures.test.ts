import { describe, expect, it } from 'vitest';
import { leaderFigures, type Trade } from '../../../server/leaders/leaders.ts';
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
