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

/** What every visit needs, and what the screens need that are loaded later. */
const loaders = {
  first: import.meta.glob<LocaleModule>('./locales/*/index.ts'),
  more: import.meta.glob<LocaleModule>('./locales/*/more.ts'),
} as const;
type Part = keyof typeof loaders;
const pathOf = (language: Language, part: Part): string =>
  `./locales/${language}/${part === 'first' ? 'index' : 'more'}.ts`;

/** The languages whose texts exist, in the specification's order. */
export const OFFERED: readonly Language[] = LANGUAGES.filter(
  (language) => pathOf(language, 'first') in loaders.first,
);

/** @throws RangeError for a language without texts; whatever the network throws when its chunk can't be fetched */
export async function loadMessages(language: Language, part: Part): Promise<Record<string, unknown>> {
  const load = loaders[part][pathOf(language, part)];
  if (load === undefined) throw new RangeError(`no texts for ${language}`);
  return (await load()).messages;
}

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');
