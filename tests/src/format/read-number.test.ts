import { afterEach, describe, expect, it } from 'vitest';
import { LANGUAGES, type Language, LOCALES } from '../../../shared/contract/language.ts';
import { setFormatLocale } from '../../../src/format/locale.ts';
import { type NumberTerms, readNumber } from '../../../src/format/read-number.ts';
import { separators } from '../../../src/format/separators.ts';

/** Languages by how they write one and a half thousand with a decimal. */
const STYLES = {
  /** 1,500.5 */
  point: ['hk', 'en', 'jp', 'kr', 'th', 'ar'],
  /** 1.500,5 */
  comma: ['vn', 'de', 'spa', 'it', 'tr', 'id'],
  /** 1 500,5 */
  blank: ['fr', 'ru', 'pt'],
} as const satisfies Record<string, readonly Language[]>;

const AMOUNT: NumberTerms = { decimals: 6, unit: 'USD' };
const REFUSED = 'refused';

/** A reading as a row of the table tells it: a number, two of them, or that it was refused. */
function told(typed: string, language: Language, terms = AMOUNT): string {
  setFormatLocale(LOCALES[language]);
  const reading = readNumber(typed, separators(), terms);
  switch (reading.status) {
    case 'value':
      return reading.plain;
    case 'ask':
      return `${reading.readings[0]} or ${reading.readings[1]}`;
    default:
      return REFUSED;
  }
}

/** A text, and how the languages of the three styles read it; one reading where they agree. */
const TEXTS: readonly (
  | readonly [typed: string, all: string]
  | readonly [typed: string, point: string, comma: string, blank: string]
)[] = [
  ['1,500', '1500 or 1.500', '1.500 or 1500', '1.500 or 1500'],
  ['1.500', '1.500 or 1500', '1500 or 1.500', '1.500 or 1500'],
  ['1.000,50', '1000.50'],
  ['1,000.50', '1000.50'],
  ['1 500,5', '1500.5'],
  ['1\u202f500', '1500'],
  ['1\u2019500.25', '1500.25'],
  ['1,234,567', '1234567'],
  ['1.234.567,8', '1234567.8'],
  ['0,125', '0.125'],
  ['.5', '0.5'],
  ['007,5', '7.5'],
  ['1500,500', '1500.500'],
  ['١٬٥٠٠٫٢٥', '1500.25'],
  ['۱۲٫۵۰۰', '12.500'],
  ['๑๒.๕', '12.5'],
  ['１，５００．５', '1500.5'],
  ['0。1', '0.1'],
  ['-3,5', '-3.5'],
  ['$1,234.50', '1234.50'],
  ['1e3', '1000'],
  ['1.23e-6', '0.00000123'],
  ['1,23,456.5', REFUSED],
  ['1½', REFUSED],
  ['1.2.3', REFUSED],
  ['15 million', REFUSED],
];

afterEach(() => {
  setFormatLocale('zh-HK');
});

describe('a typed number is read as its language writes it', () => {
  it('has every language in the table, with its own marks', () => {
    expect(Object.values(STYLES).flat().toSorted()).toEqual(LANGUAGES.toSorted());
    for (const language of LANGUAGES) {
      setFormatLocale(LOCALES[language]);
      const { decimal, group } = separators();
      const style = decimal === '.' ? 'point' : group === '.' ? 'comma' : 'blank';
      expect(STYLES[style]).toContain(language);
    }
  });

  it.each(TEXTS)('%j is %s', (typed, ...readings) => {
    Object.values(STYLES).forEach((languages, style) => {
      for (const language of languages)
        expect(`${language}: ${told(typed, language)}`).toBe(
          `${language}: ${readings[style] ?? readings[0]}`,
        );
    });
  });

  it.each([
    ['1,500', 'en', { decimals: 0 }, '1500'],
    ['1.500', 'en', { decimals: 0 }, '1500'],
    ['1,5', 'en', { decimals: 0 }, '1.5'],
    ['1,500', 'en', { decimals: 2, max: 1_000 }, '1500 or 1.500'],
    ['1.500', 'en', { decimals: 2, max: 1_000 }, '1.500'],
    ['1,505', 'en', { decimals: 2 }, '1505'],
    ['1.085', 'en', { decimals: 5, min: 0.036, max: 33 }, '1.085'],
    ['63.437', 'de', { decimals: 2, min: 2_100, max: 1_890_000 }, '63437'],
    ['5 %', 'en', { decimals: 2, unit: '%' }, '5'],
    ['%5,25', 'tr', { decimals: 2, unit: '%' }, '5.25'],
    ['1.500 JPY', 'jp', { decimals: 0, unit: 'JPY' }, '1500'],
    ['\u20ac1.5', 'en', { decimals: 2, unit: 'USD' }, REFUSED],
    ['', 'en', { decimals: 2 }, ''],
    ['1,500e3', 'en', { decimals: 2 }, REFUSED],
    ['1,5e3', 'en', { decimals: 2 }, '1500'],
    ['1e', 'en', { decimals: 2 }, REFUSED],
    ['10\u00b2', 'en', { decimals: 2 }, REFUSED],
    ['1-3', 'en', { decimals: 2 }, REFUSED],
    ['1/2', 'en', { decimals: 2 }, REFUSED],
    ['1.', 'en', { decimals: 2 }, '1'],
    ['1,500,', 'en', { decimals: 2 }, REFUSED],
    ['\u061c-\u0663', 'ar', { decimals: 2 }, '-3'],
    ['- 1,234.50 USD', 'de', { decimals: 2, unit: 'USD' }, '-1234.50'],
  ] as const)('%j in %s with %j is %j', (typed, language, terms, reading) => {
    expect(told(typed, language, terms)).toBe(reading);
  });
});
