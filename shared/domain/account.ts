import type { Brand } from '../brand.ts';
import { addMoney, type Money, mulDiv, subMoney } from './money.ts';

export type AccountId = Brand<number, 'AccountId'>;

/** The account's figures at one snapshot of quotes. */
export interface AccountTotals {
  readonly balance: Money;
  readonly floatingPnl: Money;
  /** Net value: balance and floating profit. */
  readonly equity: Money;
  readonly margin: Money;
  /** Available prepayment: equity less margin. */
  readonly freeMargin: Money;
  /** Prepayment ratio in hundredths of a percent; undefined while nothing is open. */
  readonly marginLevel: number | undefined;
  /** Margin of the equity in hundredths of a percent; undefined while nothing is open or equity is not above zero. */
  readonly riskRate: number | undefined;
}

/** Hundredths of a percent: below it the equity does not cover the margin, and further losses lead to a stop out. */
export const MARGIN_CALL_LEVEL = 10_000;
/** The next margin call is announced only after the level was above this: a level at the limit goes up and down. */
export const CALM_LEVEL = 11_000;

export function accountTotals(balance: Money, floatingPnl: Money, margin: Money): AccountTotals {
  const equity = addMoney(balance, floatingPnl);
  return {
    balance,
    floatingPnl,
    equity,
    margin,
    freeMargin: subMoney(equity, margin),
    marginLevel: margin > 0 ? mulDiv(equity, 10_000, margin) : undefined,
    riskRate: margin > 0 && equity > 0 ? mulDiv(margin, 10_000, equity) : undefined,
  };
}

/** Whether positions must be closed: equity at or below `percent` (a whole number, 0 to 100) of the margin. */
export const isStopOut = (equity: Money, margin: Money, percent: number): boolean =>
  margin > 0 && equity <= floorPercent(margin, percent);

/**
 * Rounded down, with no product beyond 2^53. Equity is an integer, so `<=` the rounded value equals `<=` the exact
 * one.
 */
function floorPercent(amount: Money, percent: number): number {
  const hundreds = Math.floor(amount / 100);
  return hundreds * percent + Math.floor(((amount - hundreds * 100) * percent) / 100);
}
