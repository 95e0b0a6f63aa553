import { Leader, LeaderTrade, type leaderRoutes } from '../../../../shared/contract/leaders.ts';
import { type CallWords, shape } from './words.ts';

export const leaderCalls: CallWords<keyof typeof leaderRoutes> = {
  getLeaders: {
    summary: 'The traders to follow, with figures from their orders',
  },
};

export const leaderShapes = {
  Leader: shape(Leader, {
    user: 'name',
    multiple: 'leverage used most',
    three_week_rate: 'gain of the last three weeks, per cent of the balance they began with',
    three_week_win: 'part of the closed orders of three weeks that won, per cent',
    three_week_profit: 'profit of three weeks',
    total_rate: 'gain since the beginning, per cent',
    total_trade_num: 'closed orders since the beginning',
    code: 'instrument traded most',
    product_type: "category of that instrument, in the reader's language",
    total_followers: 'users who follow',
    curve:
      'gain since the start of the three weeks, per cent: zero, and then at the end of each day; the last is `three_week_rate`',
    worst_fall: 'largest fall of the balance from a peak in three weeks, per cent of that; zero or below',
    last_trades: 'orders closed last, the latest first',
  }),
  LeaderTrade: shape(LeaderTrade, { closed_at: 'when it was closed', profit: 'what it brought' }),
};
