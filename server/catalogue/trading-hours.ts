import type { Zone } from './time-zone.ts';

/** When an instrument trades. `weekly` spans are minutes of the week in the market's zone, counted from Sunday 00:00. */
export type TradingHours =
  | { readonly status: 'always' }
  | {
      readonly status: 'weekly';
      readonly zone: Zone;
      readonly spans: readonly (readonly [from: number, to: number])[];
    }
  /** Open when one of these is. */
  | { readonly status: 'either'; readonly of: readonly TradingHours[] };

/** Markets; `index` are the indices of the USA. */
export type HoursName =
  | 'forex'
  | 'metal'
  | 'energy'
  | 'index'
  | 'eurozone'
  | 'uk'
  | 'japan'
  | 'hongkong'
  | 'australia'
  | 'crypto';

/** When a simulated market trades: in the hours of real markets, or always, such as for tests on a weekend. */
export type MarketHours = 'market' | 'always';

const at = (day: number, hour: number, minute = 0): number => (day * 24 + hour) * 60 + minute;
const [SUNDAY, FRIDAY] = [0, 5];
const WORKDAYS = [1, 2, 3, 4, 5];
const NEW_YORK = 'America/New_York';

/** Opens on Sunday to Thursday and closes on the next day, with a break in between. */
const withDailyBreak = (openHour: number, closeHour: number, closeMinute = 0): TradingHours => ({
  status: 'weekly',
  zone: NEW_YORK,
  spans: [0, 1, 2, 3, 4].map((day) => [at(day, openHour), at(day + 1, closeHour, closeMinute)]),
});

/** Minutes after midnight of `08:45`. */
const minutesOf = (clock: string): number => {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return at(0, hour, minute);
};

/** The same sessions from Monday to Friday, as `08:45-15:45`; one that ends before it begins ends on the next day. */
const onWorkdays = (zone: Zone, ...sessions: readonly string[]): TradingHours => ({
  status: 'weekly',
  zone,
  spans: WORKDAYS.flatMap((day) =>
    sessions.map((session): readonly [number, number] => {
      const [opens = 0, closes = 0] = session.split('-').map(minutesOf);
      return [at(day, 0) + opens, at(closes > opens ? day : day + 1, 0) + closes];
    }),
  ),
});

/** Usual hours of contracts for difference, which follow the futures of each market's exchange. */
export const TRADING_HOURS: Readonly<Record<HoursName, TradingHours>> = {
  forex: { status: 'weekly', zone: NEW_YORK, spans: [[at(SUNDAY, 17), at(FRIDAY, 17)]] },
  metal: withDailyBreak(18, 17),
  energy: withDailyBreak(18, 17),
  index: withDailyBreak(18, 16, 45),
  eurozone: onWorkdays('Europe/Berlin', '01:10-22:00'),
  uk: onWorkdays('Europe/London', '01:00-21:00'),
  japan: onWorkdays('Asia/Tokyo', '08:45-15:45', '17:00-06:00'),
  hongkong: onWorkdays('Asia/Hong_Kong', '09:15-12:00', '13:00-16:30', '17:15-03:00'),
  australia: onWorkdays('Australia/Sydney', '09:50-16:30', '17:10-07:00'),
  crypto: { status: 'always' },
};

/** When a market's trading day ends, in minutes of its own time; the next one begins then. A session of the evening belongs to the next day. */
export const TRADING_DAYS: Readonly<Record<HoursName, { readonly zone: Zone; readonly ends: number }>> = {
  forex: { zone: NEW_YORK, ends: at(0, 17) },
  metal: { zone: NEW_YORK, ends: at(0, 17) },
  energy: { zone: NEW_YORK, ends: at(0, 17) },
  index: { zone: NEW_YORK, ends: at(0, 16, 45) },
  eurozone: { zone: 'Europe/Berlin', ends: at(0, 22) },
  uk: { zone: 'Europe/London', ends: at(0, 21) },
  japan: { zone: 'Asia/Tokyo', ends: at(0, 15, 45) },
  hongkong: { zone: 'Asia/Hong_Kong', ends: at(0, 16, 30) },
  australia: { zone: 'Australia/Sydney', ends: at(0, 16, 30) },
  crypto: { zone: 'UTC', ends: at(1, 0) },
};

const pairs = new Map<TradingHours, Map<TradingHours, TradingHours>>();

/** Open when one of two is; the same object for the same two. */
export function eitherHours(one: TradingHours, other: TradingHours): TradingHours {
  if (one === other || one.status === 'always') return one;
  if (other.status === 'always') return other;
  const known = pairs.get(one)?.get(other);
  if (known) return known;
  const made: TradingHours = { status: 'either', of: [one, other] };
  pairs.set(one, (pairs.get(one) ?? new Map()).set(other, made));
  return made;
}
