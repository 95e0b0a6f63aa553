import { type hoursRoutes, TradingSessions } from '../../../../shared/contract/hours.ts';
import { type CallWords, shape } from './words.ts';

export const hoursCalls: CallWords<keyof typeof hoursRoutes> = {
  getHours: {
    summary: 'When an instrument trades, last week and next',
    text: 'Covers each day of the current week in every time zone, and the next opening and closing. A session that reaches an end of the time covered goes on beyond it.',
    parameters: { forex_id: '`Id` of the instrument' },
    refusals: ['notFound'],
  },
};

export const hoursShapes = {
  TradingSessions: shape(TradingSessions, {
    from: 'start of the time covered, epoch milliseconds',
    to: 'end of the time covered',
    sessions:
      '[opens, closes] in epoch milliseconds, oldest first, without overlaps; empty: it does not trade; absent: not known, as for recorded prices',
  }),
};
