import type { PortfolioDay } from '../../../shared/contract/portfolio.ts';
import { type Money, money } from '../../../shared/domain/money.ts';

/** An amount in dollars. */
export const usd = (amount: number): Money => money(Math.round(amount * 1e6));

/** A day in dollars; without a worth, its equity is not known. */
export function day(
  start: number,
  worth: number | undefined,
  more: Partial<Record<keyof PortfolioDay, number>> = {},
): PortfolioDay {
  const amount = (name: keyof PortfolioDay, otherwise = 0) => usd(more[name] ?? otherwise);
  return {
    start,
    balance: amount('balance', worth),
    ...(worth === undefined ? {} : { equity: usd(worth) }),
    transfers: amount('transfers'),
    fees: amount('fees'),
    ...(more.financing === undefined ? {} : { financing: usd(more.financing) }),
    realised: amount('realised'),
    wins: more.wins ?? 0,
    won: amount('won'),
    losses: more.losses ?? 0,
    lost: amount('lost'),
  };
}
