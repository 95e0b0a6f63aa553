import i18next from 'i18next';
import { type Language, LOCALES } from '../../shared/contract/language.ts';
import { setFormatLocale } from '../format/locale.ts';
import { directionOf, loadMessages } from './language.ts';
import { publishTexts } from './use-translation.ts';

const NAMESPACE = 'translation';

/** Loads the texts of `language` and makes `useTranslation` work. */
export async function startI18n(language: Language): Promise<void> {
  const messages = await loadMessages(language);
  await i18next.init({
    lng: language,
    resources: { [language]: { [NAMESPACE]: messages } },
    fallbackLng: false,
    load: 'currentOnly',
    // React escapes whatever it renders.
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: missingKey,
  });
  show(language);
}

/** Fetches the texts if need be and switches; the old language stays until they are here. */
export async function switchLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, NAMESPACE)) {
    i18next.addResourceBundle(language, NAMESPACE, await loadMessages(language));
  }
  await i18next.changeLanguage(language);
  show(language);
}

function show(language: Language): void {
  document.documentElement.lang = LOCALES[language];
  document.documentElement.dir = directionOf(language);
  setFormatLocale(LOCALES[language]);
  publishTexts(i18next.getFixedT(language));
}

/** A missing text is a bug: loud while developing and testing, the bare key for a user. */
function missingKey(key: string): string {
  if (import.meta.env.DEV) throw new Error(`no text for ${key}`);
  return key;
}
