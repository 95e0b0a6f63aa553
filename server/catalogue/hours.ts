/** When an instrument trades. `weekly` spans are minutes of the New York week, counted from Sunday 00:00. */
export type TradingHours =
  | { readonly status: 'always' }
  | { readonly status: 'weekly'; readonly spans: readonly (readonly [from: number, to: number])[] };

export type HoursName = 'forex' | 'metal' | 'energy' | 'index' | 'crypto';

/** When a simulated market trades: in the hours of real markets, or always, such as for tests on a weekend. */
export type MarketHours = 'market' | 'always';

const at = (day: number, hour: number, minute = 0): number => (day * 24 + hour) * 60 + minute;
const [SUNDAY, FRIDAY] = [0, 5];

/** Opens on Sunday to Thursday and closes on the next day, with a break in between. */
const withDailyBreak = (openHour: number, closeHour: number, closeMinute = 0): TradingHours => ({
  status: 'weekly',
  spans: [0, 1, 2, 3, 4].map((day) => [at(day, openHour), at(day + 1, closeHour, closeMinute)]),
});

export const TRADING_HOURS: Readonly<Record<HoursName, TradingHours>> = {
  forex: { status: 'weekly', spans: [[at(SUNDAY, 17), at(FRIDAY, 17)]] },
  metal: withDailyBreak(18, 17),
  energy: withDailyBreak(18, 17),
  index: withDailyBreak(18, 16, 45),
  crypto: { status: 'always' },
};

const WEEK_MINUTES = at(7, 0);

const minutesOpen = (hours: TradingHours): number =>
  hours.status === 'always' ? WEEK_MINUTES : hours.spans.reduce((sum, [from, to]) => sum + to - from, 0);

/** The wider of two of the hours above, each of which contains or lies within the other. */
export const widerHours = (one: TradingHours, other: TradingHours): TradingHours =>
  minutesOpen(other) > minutesOpen(one) ? other : one;
