import { beforeEach, describe, expect, it } from 'vitest';
import { LANGUAGES, LOCALES } from '../../../shared/contract/language.ts';
import { formatDateTime, formatTime } from '../../../src/format/date.ts';
import { setFormatLocale } from '../../../src/format/locale.ts';

const NOON = new Date(2026, 0, 5, 12, 34, 56).getTime();

describe('dates', () => {
  beforeEach(() => setFormatLocale('en-US'));

  // spec: 1.11
  it('are written in the order of the language', () => {
    expect(formatDateTime(NOON)).toBe('01/05/2026, 12:34:56');
    setFormatLocale('de-DE');
    expect(formatDateTime(NOON)).toBe('05.01.2026, 12:34:56');
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
    expect([formatTime(undefined), formatDateTime(undefined)]).toEqual(['--', '--']);
  });
});
