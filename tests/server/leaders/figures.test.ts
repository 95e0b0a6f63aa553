import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LeaderFigures, leaderFigures, WINDOW_MS } from '../../../server/leaders/figures.ts';
import type { Deal } from '../../../server/leaders/leader-repository.ts';
import { type Money, money } from '../../../shared/domain/money.ts';
import { timestampMs } from '../../../shared/domain/time.ts';

const NOW = Date.UTC(2026, 2, 20, 15, 30);
const WINDOW = timestampMs(NOW - WINDOW_MS);
const DAY = 86_400_000;
const dollars = (amount: number): Money => money(Math.round(amount * 1_000_000));

const deal = (
  openedAt: number,
  closedAt: number | undefined,
  profit: number,
  more: Partial<Deal> = {},
): Deal => ({
  openedAt: timestampMs(openedAt),
  fee: dollars(1),
  multiple: 20,
  showCode: 'EUR/USD',
  closing: closedAt === undefined ? undefined : { at: timestampMs(closedAt), profit: dollars(profit) },
  ...more,
});

const NOTHING = { count: 0, profit: money(0), fees: money(0), at: timestampMs(0) };
const figures = (deals: readonly Deal[], opening = 1_000, before = NOTHING) =>
  leaderFigures({ opening: dollars(opening), before, deals }, WINDOW);

describe('the figures of a leader', () => {
  // spec: 1.4 3.9
  it('are worked out from the orders of three weeks and the balance at their beginning', () => {
    const found = figures([
      deal(WINDOW - 3 * DAY, WINDOW - 2 * DAY, 102),
      deal(WINDOW - DAY, WINDOW, -10),
      deal(WINDOW + DAY, WINDOW + 2 * DAY, 50, { multiple: 50, showCode: 'Gold' }),
      deal(WINDOW + DAY, WINDOW + 3 * DAY, 15, { multiple: 50, showCode: 'Gold' }),
      deal(NOW - 1, undefined, 0),
    ]);
    // 1000 + 102 - 2 fees = 1100 at the beginning; 55 of it since.
    expect(found).toEqual({
      windowProfit: 55_000_000,
      windowRate: 500,
      windowWin: 6_667,
      totalRate: 1_570,
      totalTrades: 4,
      multiple: 50,
      showCode: 'Gold',
    });
  });

  it('are not known without an order closed in the window: nothing is made up', () => {
    expect(figures([])).toBeUndefined();
    expect(figures([deal(NOW - DAY, undefined, 0)])).toBeUndefined();
    expect(figures([deal(WINDOW - DAY, WINDOW - 1, 100)])).toBeUndefined();
    expect(figures([deal(WINDOW - DAY, WINDOW, 100)])).toBeDefined();
  });

  it('are not known of one who had nothing to earn with', () => {
    expect(figures([deal(NOW - DAY, NOW, 1)], 0)).toBeUndefined();
    expect(figures([deal(WINDOW - DAY, WINDOW - 1, -999), deal(NOW - DAY, NOW, 1)])).toBeUndefined();
  });

  it('count a profit of nothing as no win', () => {
    expect(figures([deal(NOW - DAY, NOW, 0)])).toMatchObject({ windowWin: 0, windowRate: 0, totalTrades: 1 });
  });

  it('name the smaller of two leverages and the first of two instruments that are used alike', () => {
    const alike = ['B', 'A', 'A', 'B'].map((showCode, i) =>
      deal(NOW - DAY, NOW, 1, { showCode, multiple: i < 2 ? 50 : 5 }),
    );
    expect(figures(alike)).toMatchObject({ multiple: 5, showCode: 'A' });
  });

  it('equal a slow reckoning through all orders, wherever the summing up was cut', () => {
    const time = fc.integer({ min: NOW - 60 * DAY, max: NOW });
    const some = fc.record({
      one: time,
      other: time,
      isOpen: fc.boolean(),
      profit: fc.integer({ min: -40_000_000, max: 60_000_000 }),
      fee: fc.integer({ min: 0, max: 2_000_000 }),
      multiple: fc.constantFrom(5, 20, 50),
      showCode: fc.constantFrom('EUR/USD', 'Gold', 'Bitcoin'),
    });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 40 }), fc.integer({ min: 0, max: 40 }), (drawn, cutDays) => {
        const deals = drawn.map(({ one, other, isOpen, profit, ...rest }) => ({
          ...rest,
          fee: money(rest.fee),
          openedAt: timestampMs(Math.min(one, other)),
          closing: isOpen ? undefined : { at: timestampMs(Math.max(one, other)), profit: money(profit) },
        }));
        const cut = timestampMs(WINDOW - cutDays * DAY);
        const gone = deals.filter(({ closing }) => closing !== undefined && closing.at < cut);
        const before = {
          at: cut,
          count: gone.length,
          profit: money(gone.reduce((sum, { closing }) => sum + (closing?.profit ?? 0), 0)),
          fees: money(deals.reduce((sum, { openedAt, fee }) => sum + (openedAt < cut ? fee : 0), 0)),
        };
        const since = deals.filter((one) => !gone.includes(one));
        expect(leaderFigures({ opening: dollars(10_000), before, deals: since }, WINDOW)).toEqual(
          slowly(deals, 10_000_000_000),
        );
      }),
    );
  });
});

/** Every movement of the balance in the order of time, and the window's orders one by one. */
function slowly(deals: readonly Deal[], opening: number): LeaderFigures | undefined {
  const movements = deals.flatMap(({ openedAt, fee, closing }) => [
    { at: openedAt, amount: -fee },
    ...(closing ? [{ at: closing.at, amount: closing.profit }] : []),
  ]);
  let atStart = BigInt(opening);
  for (const { at, amount } of movements) if (at < WINDOW) atStart += BigInt(amount);
  const closed = deals.filter(({ closing }) => closing !== undefined);
  const window = closed.filter(({ closing }) => (closing?.at ?? 0) >= WINDOW);
  if (window.length === 0) return undefined;
  const profitOf = (some: readonly Deal[]) =>
    some.reduce((sum, { closing }) => sum + BigInt(closing?.profit ?? 0), 0n);
  const most = <T extends number | string>(values: readonly T[]): T | undefined =>
    [...new Set(values)]
      .toSorted((a, b) => (a < b ? -1 : 1))
      .toSorted((a, b) => values.filter((v) => v === b).length - values.filter((v) => v === a).length)[0];
  return {
    windowProfit: money(Number(profitOf(window))),
    windowRate: percent(profitOf(window), atStart),
    windowWin: percent(
      BigInt(window.filter(({ closing }) => (closing?.profit ?? 0) > 0).length),
      BigInt(window.length),
    ),
    totalRate: percent(profitOf(closed), BigInt(opening)),
    totalTrades: closed.length,
    multiple: most(window.map(({ multiple }) => multiple)) ?? 0,
    showCode: most(window.map(({ showCode }) => showCode)) ?? '',
  };
}

/** Hundredths of a percent, half away from zero. */
function percent(part: bigint, whole: bigint): number {
  const size = part < 0n ? -part : part;
  const rounded = Number((size * 20_000n + whole) / (whole * 2n));
  return part < 0n && rounded !== 0 ? -rounded : rounded;
}
