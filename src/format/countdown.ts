import { cachedByLocale } from './locale.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** Time left as `HH:MM:SS`; from one day on as days, hours and minutes. */
export function countdownText(leftMs: number, withDays: (days: number, time: string) => string): string {
  const left = Math.max(0, Math.ceil(leftMs / 1000));
  const days = Math.floor(left / DAY_S);
  const time = [
    Math.floor((left % DAY_S) / HOUR_S),
    Math.floor((left % HOUR_S) / MINUTE_S),
    left % MINUTE_S,
  ].map((part) => String(part).padStart(2, '0'));
  return days === 0 ? time.join(':') : withDays(days, time.slice(0, 2).join(':'));
}

const whole = (unit: 'hour' | 'day') =>
  cachedByLocale(
    (locale) =>
      new Intl.NumberFormat(locale, { numberingSystem: 'latn', style: 'unit', unit, unitDisplay: 'narrow' }),
  );
const [hours, days] = [whole('hour'), whole('day')];

/** Time left where there is little room: `9:05`; from one hour on whole hours, from one day on whole days, in the locale's words. */
export function shortCountdown(leftMs: number): string {
  const left = Math.max(0, Math.ceil(leftMs / 1000));
  if (left >= DAY_S) return days().format(Math.floor(left / DAY_S));
  if (left >= HOUR_S) return hours().format(Math.floor(left / HOUR_S));
  return `${Math.floor(left / MINUTE_S)}:${String(left % MINUTE_S).padStart(2, '0')}`;
}
