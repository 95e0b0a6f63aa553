import { addMoney, type Money, mulDiv, subMoney, ZERO_MONEY } from '../../shared/domain/money.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Deal, DealTotals } from './leader-repository.ts';

/** The specification's three weeks (sections 3 and 9), in ms. */
export const WINDOW_MS = 21 * 86_400_000;

/** What a trader's orders say; rates in hundredths of a percent. */
export interface LeaderFigures {
  readonly windowProfit: Money;
  readonly windowRate: number;
  readonly windowWin: number;
  readonly totalRate: number;
  readonly totalTrades: number;
  /** The leverage used most, and the instrument traded most, in the window. */
  readonly multiple: number;
  readonly showCode: string;
}

interface History {
  /** What the account was opened with. */
  readonly opening: Money;
  /** The orders before some moment that is no later than the window's start, summed up. */
  readonly before: DealTotals & { readonly at: TimestampMs };
  /** The orders closed since then, and the open ones. */
  readonly deals: readonly Deal[];
}

/**
 * The leader's figures of the specification, section 3, from orders alone. A profit is what an order's close realised, as
 * in the history; the fee was charged at the opening and lies in the balance.
 *
 * - three-week profit: sum of the profits of the orders closed in the window
 * - three-week win: of these the part whose profit is above zero
 * - three-week rate: three-week profit / balance at the window's start, which is the opening balance, and the profits
 *   closed, less the fees charged, before it
 * - total rate: the profits of all closed orders / opening balance
 *
 * Rates are rounded once, half away from zero. Of equals the smaller multiple, and the code first in order, count as most.
 * @returns undefined when no order was closed in the window, or nothing was there to earn with: then nothing is known
 */
export function leaderFigures(
  { opening, before, deals }: History,
  windowStart: TimestampMs,
): LeaderFigures | undefined {
  const closed = deals.flatMap(({ closing, ...deal }) => (closing ? [{ ...deal, ...closing }] : []));
  const window = closed.filter(({ at }) => at >= windowStart);
  const earlier = closed.filter(({ at }) => at < windowStart);
  const feesSince = sum(
    deals.filter(({ openedAt }) => openedAt >= before.at && openedAt < windowStart).map(({ fee }) => fee),
  );
  const windowProfit = sum(window.map(({ profit }) => profit));
  const earlierProfit = addMoney(before.profit, sum(earlier.map(({ profit }) => profit)));
  const atStart = subMoney(addMoney(opening, earlierProfit), addMoney(before.fees, feesSince));
  if (window.length === 0 || atStart <= 0 || opening <= 0) return undefined;
  const wins = window.filter(({ profit }) => profit > 0).length;
  return {
    windowProfit,
    windowRate: mulDiv(windowProfit, HUNDREDTHS, atStart),
    windowWin: mulDiv(wins, HUNDREDTHS, window.length),
    totalRate: mulDiv(addMoney(windowProfit, earlierProfit), HUNDREDTHS, opening),
    totalTrades: before.count + closed.length,
    multiple: mostOf(window.map(({ multiple }) => multiple)) ?? 0,
    showCode: mostOf(window.map(({ showCode }) => showCode)) ?? '',
  };
}

/** Of a percent in one. */
const HUNDREDTHS = 10_000;

const sum = (amounts: readonly Money[]): Money => amounts.reduce(addMoney, ZERO_MONEY);

/** The value that is there most often; of equals the least. */
function mostOf<T extends number | string>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let most: { readonly value: T; readonly count: number } | undefined;
  for (const [value, count] of counts) {
    if (most === undefined || count > most.count || (count === most.count && value < most.value))
      most = { value, count };
  }
  return most?.value;
}
