import { type Language, LOCALES } from '../../shared/contract/language.ts';

/** The country of most readers of a language, for the phone's area code. */
const HOME: Readonly<Record<Language, string>> = {
  hk: 'HK',
  en: 'US',
  jp: 'JP',
  kr: 'KR',
  th: 'TH',
  vn: 'VN',
  fr: 'FR',
  de: 'DE',
  ru: 'RU',
  spa: 'ES',
  pt: 'PT',
  ar: 'AE',
  it: 'IT',
  tr: 'TR',
  id: 'ID',
};

/** Engines of before 2024 do not all know the time zones of a country. */
const zonesOf = (country: string): readonly string[] => {
  const locale: object & { getTimeZones?(): readonly string[] | undefined } = new Intl.Locale(
    `und-${country}`,
  );
  return locale.getTimeZones?.() ?? [];
};

/** Those of the countries in which the time zone is used. */
export const countriesIn = (zone: string, countries: readonly string[]): readonly string[] =>
  countries.filter((country) => zonesOf(country).includes(zone));

/**
 * Countries in which the reader may be, the likeliest first: of the device's regional form of the app's language, of most
 * readers of that, of the device's other languages.
 * @param tags the device's languages, e.g. `en-GB`
 */
export function likelyCountries(language: Language, tags: readonly string[]): readonly string[] {
  const [own] = LOCALES[language].split('-');
  // Some systems have tags that `Intl` refuses.
  const known = tags.filter((tag) => /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(tag));
  const locales = known.map((tag) => new Intl.Locale(tag));
  return [
    ...locales.filter((one) => one.language === own),
    { region: HOME[language] },
    ...locales.map((one) => one.maximize()),
  ].flatMap(({ region }) => region ?? []);
}
