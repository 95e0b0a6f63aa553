import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Language, LOCALES } from '../../shared/contract/language.ts';
import { setFormatLocale } from '../format/locale.ts';
import { directionOf, loadMessages } from './language.ts';

const NAMESPACE = 'translation';

/** Loads the texts of `language` and makes `useTranslation` work. */
export async function startI18n(language: Language): Promise<void> {
  const messages = await loadMessages(language);
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { [NAMESPACE]: messages } },
    fallbackLng: false,
    load: 'currentOnly',
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    returnNull: false,
    parseMissingKeyHandler: missingKey,
  });
  applyLanguage(language);
}

/** Fetches the texts if need be and switches; the old language stays until they are here. */
export async function switchLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, NAMESPACE)) {
    i18next.addResourceBundle(language, NAMESPACE, await loadMessages(language));
  }
  applyLanguage(language);
  await i18next.changeLanguage(language);
}

function applyLanguage(language: Language): void {
  document.documentElement.lang = LOCALES[language];
  document.documentElement.dir = directionOf(language);
  setFormatLocale(LOCALES[language]);
}

/** A missing text is a bug: loud while developing and testing, the bare key for a user. */
function missingKey(key: string): string {
  if (import.meta.env.DEV) throw new Error(`no text for ${key}`);
  return key;
}
