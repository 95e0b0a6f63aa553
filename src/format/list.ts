import { cachedByLocale, formatLocale } from './locale.ts';

const countryNames = cachedByLocale((locale) => new Intl.DisplayNames(locale, { type: 'region' }));
const listing = cachedByLocale((locale) => new Intl.ListFormat(locale, { type: 'conjunction' }));

/** The name of a country by its ISO 3166 code, in the chosen language. */
export const formatCountry = (code: string): string => {
  try {
    return countryNames().of(code) ?? code;
  } catch {
    // The text is not a country code.
    return code;
  }
};

/** English names that have an article within a sentence. */
const WITH_ARTICLE = /^(United|Netherlands|Philippines|Bahamas|Gambia|Maldives|Comoros)|(Islands|Republic)$/;

/** "A, B, and the C", within a sentence. */
export const formatCountries = (codes: readonly string[]): string =>
  listing().format(
    codes.map((code) => {
      const name = formatCountry(code);
      return formatLocale().startsWith('en') && WITH_ARTICLE.test(name) ? `the ${name}` : name;
    }),
  );
