import { cachedByLocale } from './locale.ts';

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

/** "A, B and C". */
export const formatCountries = (codes: readonly string[]): string =>
  listing().format(codes.map(formatCountry));
