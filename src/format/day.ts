import { cachedByClock, clockFace } from './clock-face.ts';
import { formatDateTime, formatTime } from './date.ts';

const format = (shape: Intl.DateTimeFormatOptions) =>
  cachedByClock(
    (locale, { zone }) =>
      new Intl.DateTimeFormat(locale, {
        numberingSystem: 'latn',
        calendar: 'gregory',
        timeZone: zone,
        ...shape,
      }),
  );

const withWeekday = format({ weekday: 'short', day: 'numeric', month: 'long' });
const withYear = format({ day: 'numeric', month: 'long', year: 'numeric' });
const short = format({ day: 'numeric', month: 'short' });
const year = format({ year: 'numeric' });

/** The first moment of an epoch time's day, in the time zone of the clock's face; `days` later. */
export function startOfDay(ms: number, days = 0): number {
  const chosen = clockFace.value.days;
  if (chosen !== undefined) return chosen.startOfDay(ms, days);
  const at = new Date(ms);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days).getTime();
}

/** Milliseconds that the clock of the face is ahead of UTC at a moment. */
export const clockOffset = (ms: number): number =>
  clockFace.value.days?.offset(ms) ?? -new Date(ms).getTimezoneOffset() * 60_000;

/** A day in the locale's words: with its weekday in this year, with its year otherwise. */
export function formatDay(ms: number, nowMs: number): string {
  const isThisYear = year().format(ms) === year().format(nowMs);
  return (isThisYear ? withWeekday() : withYear()).format(ms);
}

/** A time of today; with its date if it is of another day. */
export const formatSince = (ms: number, nowMs: number): string =>
  (startOfDay(ms) === startOfDay(nowMs) ? formatTime : formatDateTime)(ms);

/** Day and month, short: for the ends of an axis. */
export const formatShortDay = (ms: number): string => short().format(ms);

/** The first moment of a day as a date field writes it (`2026-11-24`); undefined for any other text. */
export function parseDay(text: string): number | undefined {
  const [, ...parts] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? [];
  const [years, months = 0, day] = parts;
  if (years === undefined || day === undefined) return undefined;
  const midnight = new Date(Date.UTC(years, months - 1, day));
  if (midnight.getUTCMonth() !== months - 1) return undefined;
  const chosen = clockFace.value.days;
  return chosen?.startOf(midnight.getTime()) ?? new Date(years, months - 1, day).getTime();
}
