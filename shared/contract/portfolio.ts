import { MAX_PORTFOLIO_DAYS } from '../limits.ts';
import * as param from './parameter.ts';
import { amount, type Domain, type Infer, listed, named, object, optional, whole } from './schema.ts';

/** One day of an account. */
export type PortfolioDay = Domain<typeof PortfolioDay>;
export type WirePortfolioDay = Infer<typeof PortfolioDay>;
export const PortfolioDay = named(
  object({
    start: whole(),
    balance: amount(),
    equity: optional(amount()),
    transfers: amount(),
    fees: amount(),
    financing: optional(amount()),
    realised: amount(),
    wins: whole(),
    won: amount(),
    losses: whole(),
    lost: amount(),
  }),
);

export const portfolioRoutes = {
  getPortfolio: {
    method: 'GET',
    path: '/v1/api/main/account/portfolio',
    session: true,
    request: {
      days: optional(param.integer(1, MAX_PORTFOLIO_DAYS)),
      zone: optional(param.text(1, 64)),
    },
    answer: listed(PortfolioDay),
  },
} as const;
