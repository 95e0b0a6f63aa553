/** Interface languages as the `lang` header and the settings name them; specification, section 1. */
export const LANGUAGES = [
  'hk',
  'en',
  'jp',
  'kr',
  'th',
  'vn',
  'fr',
  'de',
  'ru',
  'spa',
  'pt',
  'ar',
  'it',
  'tr',
  'id',
] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'hk';

/** BCP 47 keys for `Intl` and the `lang` attribute. */
export const LOCALES: Readonly<Record<Language, string>> = {
  hk: 'zh-HK',
  en: 'en-US',
  jp: 'ja-JP',
  kr: 'ko-KR',
  th: 'th-TH',
  vn: 'vi-VN',
  fr: 'fr-FR',
  de: 'de-DE',
  ru: 'ru-RU',
  spa: 'es-ES',
  pt: 'pt-PT',
  ar: 'ar',
  it: 'it-IT',
  tr: 'tr-TR',
  id: 'id-ID',
};

export const isLanguage = (text: unknown): text is Language =>
  LANGUAGES.some((language) => language === text);
