import { utcOf } from '../catalogue/time-zone.ts';
import { type HoursName, TRADING_DAYS, TRADING_HOURS } from '../catalogue/trading-hours.ts';
import type { Cut } from '../feed/trading-sessions.ts';

/*
 * Days on which a market does not trade, or closes early, as an operator has entered them. A day is the market's trading day:
 * it ends when the market closes on that date, by its own clock, and begins when the one before has ended. So the evening
 * before belongs to a holiday, and the evening of it to the next day.
 */

export interface CalendarDay {
  readonly market: HoursName;
  /** `2026-12-25`, by the market's clock. */
  readonly date: string;
  /** Minutes after midnight from which on it is closed; undefined: closed all day. */
  readonly closesAt: number | undefined;
}

export const MARKETS: readonly HoursName[] = Object.keys(TRADING_HOURS).filter((name): name is HoursName =>
  Object.hasOwn(TRADING_HOURS, name),
);

const DAY_MS = 86_400_000;
/** How far ahead an opening is looked for: longer than any holidays. */
export const AHEAD_MS = 31 * DAY_MS;
const MINUTE_MS = 60_000;

/** Midnight of a date as epoch ms without a zone; undefined for what is no date. */
export function midnightOf(date: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined;
  const ms = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== date ? undefined : ms;
}

/** The time that a day takes from its market. */
export function cutOf({ market, date, closesAt }: CalendarDay): Cut {
  const { zone, ends } = TRADING_DAYS[market];
  const midnight = midnightOf(date) ?? 0;
  const end = midnight + ends * MINUTE_MS;
  const from = closesAt === undefined ? end - DAY_MS : midnight + closesAt * MINUTE_MS;
  return { fromMs: utcOf(zone, from), toMs: utcOf(zone, end) };
}

/** The times that the days take from each market, in order. */
export function cutsByMarket(days: readonly CalendarDay[]): ReadonlyMap<HoursName, readonly Cut[]> {
  const byMarket = Map.groupBy(days, ({ market }) => market);
  return new Map(
    [...byMarket].map(([market, ofIt]) => [market, ofIt.map(cutOf).sort((a, b) => a.fromMs - b.fromMs)]),
  );
}
