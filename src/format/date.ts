import { cachedByClock } from './clock-face.ts';
import { UNKNOWN } from './number.ts';

const DAY = { year: 'numeric', day: '2-digit' } as const;
const MINUTE = { hour: '2-digit', minute: '2-digit' } as const;
const SECOND = { ...MINUTE, second: '2-digit' } as const;

const format = (shape: (locale: string) => Intl.DateTimeFormatOptions) =>
  cachedByClock(
    (locale, { hours, zone }) =>
      new Intl.DateTimeFormat(locale, {
        // Trading records use neither Buddhist years (the Thai default) nor Arabic digits.
        numberingSystem: 'latn',
        calendar: 'gregory',
        hourCycle: hours === 12 ? 'h12' : 'h23',
        timeZone: zone,
        ...shape(locale),
      }),
  );

/** English readers differ on whether day or month comes first: a name cannot be taken for a day. */
const monthIn = (locale: string) => (locale.startsWith('en') ? 'short' : '2-digit');

const time = format(() => SECOND);
const exact = format(() => ({ ...SECOND, fractionalSecondDigits: 3 }));
const dateTime = format((locale) => ({ ...DAY, month: monthIn(locale), ...SECOND }));
const weekTime = format(() => ({ weekday: 'long', ...MINUTE }));
const moment = format((locale) => ({ ...DAY, month: monthIn(locale), ...MINUTE }));

/** Hours, minutes and seconds of an epoch time (ms), as the clock's face says. */
export const formatTime = (ms: number | undefined): string =>
  ms === undefined ? UNKNOWN : time().format(ms);

/** Date and time of an epoch time (ms), in the locale's order. */
export const formatDateTime = (ms: number | undefined): string =>
  ms === undefined ? UNKNOWN : dateTime().format(ms);

/** As `formatDateTime`, without seconds: for what nobody times. */
export const formatMoment = (ms: number | undefined): string =>
  ms === undefined ? UNKNOWN : moment().format(ms);

/** Weekday, hours and minutes of an epoch time (ms): for what comes within a week. */
export const formatWeekTime = (ms: number): string => weekTime().format(ms);

/**
 * A time to the millisecond, divided so that its fraction can be smaller: `09:20:31`, `.412`, and behind it ` AM` where the
 * clock has twelve hours and the language says that last.
 */
export function exactTime(ms: number): readonly [seconds: string, fraction: string, rest: string] {
  const parts = exact().formatToParts(ms);
  const at = parts.findIndex(({ type }) => type === 'fractionalSecond');
  const text = (from: number, to?: number) =>
    parts
      .slice(from, to)
      .map(({ value }) => value)
      .join('');
  return [text(0, at - 1), text(at - 1, at + 1), text(at + 1)];
}
