import { LANGUAGES, type Language, LOCALES } from '../../shared/contract/language.ts';

/** The default language needs no offer. */
type Offered = Exclude<Language, 'hk'>;

const primary = (tag: string): string => tag.toLowerCase().split('-', 1)[0] ?? '';

/**
 * The language that a reader of the default one may prefer: the first of the browser's that the app has.
 * @param wanted as `navigator.languages`
 */
export function preferredLanguage(wanted: readonly string[]): Offered | undefined {
  for (const tag of wanted) {
    const known = LANGUAGES.find((language) => primary(LOCALES[language]) === primary(tag));
    if (known !== undefined) return known === 'hk' ? undefined : known;
  }
  return undefined;
}

/** Offers the app in a language, in that language: its texts are not loaded then. */
export const LANGUAGE_OFFERS: Readonly<Record<Offered, string>> = {
  en: 'Show this in English',
  jp: '日本語で表示',
  kr: '한국어로 보기',
  th: 'แสดงเป็นภาษาไทย',
  vn: 'Hiển thị bằng tiếng Việt',
  fr: 'Afficher en français',
  de: 'Auf Deutsch anzeigen',
  ru: 'Показать на русском',
  spa: 'Mostrar en español',
  pt: 'Mostrar em português',
  ar: 'العرض بالعربية',
  it: 'Mostra in italiano',
  tr: 'Türkçe göster',
  id: 'Tampilkan dalam bahasa Indonesia',
};
