import { LANGUAGES, type Language } from '../../shared/contract/language.ts';

/** What each language calls itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  hk: '繁體中文',
  en: 'English',
  jp: '日本語',
  kr: '한국어',
  th: 'ไทย',
  vn: 'Tiếng Việt',
  fr: 'Français',
  de: 'Deutsch',
  ru: 'Русский',
  spa: 'Español',
  pt: 'Português',
  ar: 'العربية',
  it: 'Italiano',
  tr: 'Türkçe',
  id: 'Bahasa Indonesia',
};

interface LocaleModule {
  readonly messages: Record<string, unknown>;
}

const loaders = import.meta.glob<LocaleModule>('./locales/*/index.ts');
const pathOf = (language: Language): string => `./locales/${language}/index.ts`;

/** The languages whose texts exist, in the specification's order. */
export const OFFERED: readonly Language[] = LANGUAGES.filter((language) => pathOf(language) in loaders);

/** @throws RangeError for a language without texts; whatever the network throws when its chunk can't be fetched */
export async function loadMessages(language: Language): Promise<Record<string, unknown>> {
  const load = loaders[pathOf(language)];
  if (load === undefined) throw new RangeError(`no texts for ${language}`);
  return (await load()).messages;
}

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');
