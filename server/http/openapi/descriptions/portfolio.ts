import { PortfolioDay, type portfolioRoutes } from '../../../../shared/contract/portfolio.ts';
import { MAX_PORTFOLIO_DAYS, PORTFOLIO_DAYS } from '../../../../shared/limits.ts';
import { type CallWords, shape } from './words.ts';

export const portfolioCalls: CallWords<keyof typeof portfolioRoutes> = {
  getPortfolio: {
    summary: 'The account day by day, the oldest first',
    text:
      'Days begin at midnight in `zone`. The first is the day on which the account was opened, or later; the last is today. An order ' +
      'counts on the day on which it was closed, a fee on the day on which it was taken.',
    parameters: {
      days: `at most ${MAX_PORTFOLIO_DAYS}, today included; ${PORTFOLIO_DAYS} when absent`,
      zone: 'name of a time zone in the IANA list, such as `Asia/Hong_Kong`; UTC when absent. Another text: 4000',
    },
  },
};

export const portfolioShapes = {
  PortfolioDay: shape(PortfolioDay, {
    start: 'first moment of the day, epoch milliseconds',
    balance: 'booked money at its end; today: now',
    equity:
      'net value at its end, with open positions at the last prices of the day, or of its last whole hour when those are no longer ' +
      'kept; positions of earlier days are at `Close`, sells too; absent when such a price is not known',
    transfers: 'paid in less paid out; resets and corrections are among it',
    fees: 'taken that day; below zero',
    financing: 'what nights of that day cost, below zero, or brought; absent: nothing',
    realised: 'profits and losses of the orders that were closed',
    wins: 'orders closed with a profit',
    won: 'sum of these profits',
    losses: 'orders closed with a loss',
    lost: 'sum of these losses; below zero',
  }),
};
