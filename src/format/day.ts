import { cachedByLocale } from './locale.ts';

const LATIN = { numberingSystem: 'latn', calendar: 'gregory' } as const;

const withWeekday = cachedByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { ...LATIN, weekday: 'short', day: 'numeric', month: 'long' }),
);
const withYear = cachedByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { ...LATIN, day: 'numeric', month: 'long', year: 'numeric' }),
);

/** The first moment of an epoch time's day, in the user's time zone; `days` later. */
export function startOfDay(ms: number, days = 0): number {
  const at = new Date(ms);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days).getTime();
}

/** A day in the locale's words: with its weekday in this year, with its year otherwise. */
export function formatDay(ms: number, nowMs: number): string {
  const isThisYear = new Date(ms).getFullYear() === new Date(nowMs).getFullYear();
  return (isThisYear ? withWeekday() : withYear()).format(ms);
}

/** The first moment of a day as a date field writes it (`2026-11-24`); undefined for any other text. */
export function parseDay(text: string): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const at = new Date(Number(year), Number(month) - 1, Number(day));
  return at.getMonth() === Number(month) - 1 ? at.getTime() : undefined;
}
