import type { MarketState } from '../../shared/domain/instrument.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import type { TradingHours } from '../catalogue/hours.ts';

/** Whether a market is open, and until when (epoch ms; infinite if it never changes). */
export interface Session {
  readonly open: boolean;
  readonly untilMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
/** 1970-01-01 was a Thursday. */
const EPOCH_WEEKDAY = 4;

/** Open or closed at a moment, epoch ms; closed with the next opening. */
export function marketStateAt(hours: TradingHours, ms: number): MarketState {
  const session = sessionAt(hours, ms);
  if (session.open) return { status: 'open' };
  return { status: 'closed', opensAt: timestampMs(session.untilMs) };
}

/** The session, or the pause, that a moment (epoch ms) lies in. Hours are New York's, with its summer time. */
export function sessionAt(hours: TradingHours, ms: number): Session {
  if (hours.status === 'always') return { open: true, untilMs: Number.POSITIVE_INFINITY };
  const local = ms + newYorkOffsetMs(ms);
  const week = sundayOf(local);
  for (const [from, to] of hours.spans) {
    const [opens, closes] = [week + from * MINUTE_MS, week + to * MINUTE_MS];
    if (local < opens) return { open: false, untilMs: utcOfNewYork(opens) };
    if (local < closes) return { open: true, untilMs: utcOfNewYork(closes) };
  }
  const [first = [0, 0] as const] = hours.spans;
  return { open: false, untilMs: utcOfNewYork(week + WEEK_MS + first[0] * MINUTE_MS) };
}

/** The parts of [fromMs, toMs) in which the market is open. */
export function openSpans(
  hours: TradingHours,
  fromMs: number,
  toMs: number,
): readonly (readonly [fromMs: number, toMs: number])[] {
  const spans: [number, number][] = [];
  for (let at = fromMs; at < toMs; ) {
    const { open, untilMs } = sessionAt(hours, at);
    const end = Math.min(untilMs, toMs);
    if (open) spans.push([at, end]);
    at = end;
  }
  return spans;
}

/**
 * Offset of New York's time from UTC in ms (negative). Daylight saving since 2007: from the second Sunday of
 * March, 2:00 standard time, to the first Sunday of November, 2:00 daylight time.
 */
export function newYorkOffsetMs(ms: number): number {
  const year = new Date(ms).getUTCFullYear();
  const starts = nthSunday(year, 2, 2) + 7 * HOUR_MS;
  const ends = nthSunday(year, 10, 1) + 6 * HOUR_MS;
  return (ms >= starts && ms < ends ? -4 : -5) * HOUR_MS;
}

/** No session begins or ends within the hours of a clock change, so the guess is off by one hour at most. */
const utcOfNewYork = (local: number): number => local - newYorkOffsetMs(local + 5 * HOUR_MS);

const sundayOf = (local: number): number =>
  Math.floor((local + EPOCH_WEEKDAY * DAY_MS) / WEEK_MS) * WEEK_MS - EPOCH_WEEKDAY * DAY_MS;

function nthSunday(year: number, month: number, nth: number): number {
  const first = Date.UTC(year, month, 1);
  const weekday = new Date(first).getUTCDay();
  return first + (((7 - weekday) % 7) + (nth - 1) * 7) * DAY_MS;
}
