import { cachedByLocale } from './locale.ts';
import { UNKNOWN } from './number.ts';

/** Trading records use neither Buddhist years (the Thai default) nor Arabic digits. */
const LATIN = { numberingSystem: 'latn', calendar: 'gregory', hourCycle: 'h23' } as const;

const time = cachedByLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, { ...LATIN, hour: '2-digit', minute: '2-digit', second: '2-digit' }),
);
const dateTime = cachedByLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      ...LATIN,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
);

/** Hours, minutes and seconds of an epoch time (ms), in the user's time zone. */
export const formatTime = (ms: number | undefined): string =>
  ms === undefined ? UNKNOWN : time().format(ms);

/** Date and time of an epoch time (ms), in the user's time zone and the locale's order. */
export const formatDateTime = (ms: number | undefined): string =>
  ms === undefined ? UNKNOWN : dateTime().format(ms);
