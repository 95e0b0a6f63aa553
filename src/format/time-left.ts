import { cachedByClock } from './clock-face.ts';
import { cachedByLocale } from './locale.ts';

const LATIN = { numberingSystem: 'latn', calendar: 'gregory' } as const;
const MINUTE_MS = 60_000;
const UNITS = [
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const;

const formatters = cachedByLocale((locale) =>
  UNITS.map(
    ([unit]) =>
      new Intl.NumberFormat(locale, { numberingSystem: 'latn', style: 'unit', unit, unitDisplay: 'short' }),
  ),
);

/** A time left in its two largest units, in the locale's words: `2 days 3 hr`, `14 hr 47 min`, `5 min`. */
export function formatTimeLeft(ms: number): string {
  let minutes = Math.max(1, Math.ceil(ms / MINUTE_MS));
  const parts: string[] = [];
  for (const [at, [, size]] of UNITS.entries()) {
    const count = Math.floor(minutes / size);
    minutes -= count * size;
    if (count > 0) parts.push(formatters()[at]?.format(count) ?? '');
    else if (parts.length > 0) break;
  }
  return parts.slice(0, 2).join(' ');
}

const weekTime = cachedByClock(
  (locale, { hours, zone }) =>
    new Intl.DateTimeFormat(locale, {
      ...LATIN,
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: hours === 12 ? 'h12' : 'h23',
      timeZone: zone,
    }),
);

/** A moment of this week or the next, as the clock's face says: `Tuesday 05:00`. */
export const formatWeekTime = (ms: number): string => weekTime().format(ms);

/** The short names of Arabic are the full ones: seven of them have no room beside each other on a phone. */
const weekday = cachedByClock(
  (locale, { zone }) =>
    new Intl.DateTimeFormat(locale, {
      ...LATIN,
      weekday: locale.startsWith('ar') ? 'narrow' : 'short',
      timeZone: zone,
    }),
);

/** The short name of a moment's weekday. */
export const formatWeekday = (ms: number): string => weekday().format(ms);
