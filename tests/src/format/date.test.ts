import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LANGUAGES, LOCALES } from '../../../shared/contract/language.ts';
import { clockFace, currentZone, setClockFace } from '../../../src/format/clock-face.ts';
import { exactTime, formatDateTime, formatMoment, formatTime } from '../../../src/format/date.ts';
import { formatDay, formatShortDay, formatSince, parseDay, startOfDay } from '../../../src/format/day.ts';
import { setFormatLocale } from '../../../src/format/locale.ts';

const NOON = new Date(2026, 0, 5, 12, 34, 56).getTime();
/** An evening in London. */
const EVENING = Date.UTC(2026, 11, 31, 21, 7, 9);

beforeEach(() => setFormatLocale('en-US'));
afterEach(() => setClockFace({ hours: 24, zone: undefined }));

describe('dates', () => {
  // spec: 1.11
  it('are written in the order of the language, and in English with the month as a word', () => {
    expect(formatDateTime(NOON)).toBe('Jan 05, 2026, 12:34:56');
    setFormatLocale('de-DE');
    expect(formatDateTime(NOON)).toBe('05.01.2026, 12:34:56');
    expect(formatMoment(NOON)).toBe('05.01.2026, 12:34');
  });

  it('have midnight as 00 and no am or pm', () => {
    expect(formatTime(new Date(2026, 0, 5, 0, 5, 9).getTime())).toBe('00:05:09');
  });

  it.each(LANGUAGES)('have ASCII digits in %s', (language) => {
    setFormatLocale(LOCALES[language]);
    expect(formatTime(NOON)).toContain('12');
    expect(formatDateTime(NOON)).toContain('2026');
  });

  it('show -- when unknown', () => {
    const texts = [formatTime(undefined), formatDateTime(undefined), formatMoment(undefined)];
    expect(texts).toEqual(['--', '--', '--']);
  });
});

it('a time that may be of another day has its date then, by the days of the reader’s time zone', () => {
  setClockFace({ hours: 24, zone: 'Asia/Tokyo' });
  const at = Date.UTC(2026, 0, 5, 14, 59);
  expect(formatSince(at, at + 59_000)).toBe('23:59:00');
  expect(formatSince(at, at + 60_000)).toBe('Jan 05, 2026, 23:59:00');
});

describe('a chosen clock', () => {
  it('has 12 hours, in the words of the language', () => {
    setClockFace({ hours: 12, zone: 'UTC' });
    expect(formatTime(EVENING)).toBe('09:07:09 PM');
    expect(exactTime(EVENING + 7)).toEqual(['09:07:09', '.007', '\u202fPM']);
    setFormatLocale('zh-HK');
    expect(formatTime(EVENING)).toBe('下午09:07:09');
    expect(exactTime(EVENING)).toEqual(['下午09:07:09', '.000', '']);
  });

  it('has a time zone, whose days and dates hold everywhere', () => {
    setClockFace({ hours: 24, zone: 'Asia/Hong_Kong' });
    expect(formatMoment(EVENING)).toBe('Jan 01, 2027, 05:07');
    expect(formatShortDay(EVENING)).toBe('Jan 1');
    // Of another year in Hong Kong, of the same in London.
    expect(formatDay(EVENING, EVENING - 86_400_000)).toBe('January 1, 2027');
    expect(startOfDay(EVENING)).toBe(Date.UTC(2026, 11, 31, 16));
    expect(startOfDay(EVENING, -6)).toBe(Date.UTC(2026, 11, 25, 16));
    expect(parseDay('2027-01-01')).toBe(Date.UTC(2026, 11, 31, 16));
    expect([parseDay('2027-02-30'), parseDay('today')]).toEqual([undefined, undefined]);
    setClockFace({ hours: 24, zone: 'America/New_York' });
    expect(formatMoment(EVENING)).toBe('Dec 31, 2026, 16:07');
    expect(parseDay('2027-01-01')).toBe(Date.UTC(2027, 0, 1, 5));
  });

  it('is that of the device without a choice, and after one that the browser does not know', () => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(currentZone()).toBe(own);
    setClockFace({ hours: 24, zone: 'Europe/Berlin' });
    expect(currentZone()).toBe('Europe/Berlin');
    setClockFace({ hours: 12, zone: 'Mars/Olympus' });
    expect([currentZone(), clockFace.value.hours]).toEqual([own, 12]);
  });
});
