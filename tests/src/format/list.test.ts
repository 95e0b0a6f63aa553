import { afterEach, expect, it } from 'vitest';
import { formatCountries } from '../../../src/format/list.ts';
import { setFormatLocale } from '../../../src/format/locale.ts';

afterEach(() => setFormatLocale('zh-HK'));

it.each([
  ['en', 'Cuba, the United States, and the Central African Republic'],
  ['de-DE', 'Kuba, Vereinigte Staaten und Zentralafrikanische Republik'],
])('countries within a sentence, in %s', (locale, text) => {
  setFormatLocale(locale);
  expect(formatCountries(['CU', 'US', 'CF'])).toBe(text);
});
