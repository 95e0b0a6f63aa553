import {
  amount,
  as,
  type Domain,
  type Infer,
  list,
  named,
  number,
  object,
  optional,
  text,
  time,
  whole,
} from './schema.ts';

/** The traders to follow. */

/** A closed trade of a leader. */
export type WireLeaderTrade = Infer<typeof LeaderTrade>;
export const LeaderTrade = named(object({ closed_at: time(), profit: amount() }));

/** A copy-trade leader; the figures cover the last three weeks, but for the totals. */
export type Leader = Domain<typeof Leader>;
export type WireLeader = Infer<typeof Leader>;
export const Leader = named(
  object({
    user: text(),
    multiple: number(),
    three_week_rate: as('rate', number()),
    three_week_win: as('winRate', number()),
    three_week_profit: as('profit', amount()),
    total_rate: number(),
    total_trade_num: as('trades', whole()),
    code: text(),
    product_type: optional(as('product', text())),
    total_followers: optional(as('followers', whole())),
    curve: optional(list(number())),
    worst_fall: optional(as('fall', number())),
    last_trades: optional(as('latest', list(LeaderTrade))),
  }),
);

export const leaderRoutes = {
  getLeaders: { method: 'GET', path: '/api/follow/list', answer: list(Leader) },
} as const;
