import i18next from 'i18next';
import { DEFAULT_LANGUAGE, type Language, LOCALES } from '../../shared/contract/language.ts';
import { setFormatLocale } from '../format/locale.ts';
import { directionOf } from './language.ts';
import { loadMessages } from './load-messages.ts';
import { publishTexts } from './use-translation.ts';

const NAMESPACE = 'translation';

/** Loads the texts of `language` and makes `useTranslation` work. */
export async function startI18n(language: Language): Promise<void> {
  const messages = await loadMessages(language, 'first');
  await i18next.init({
    lng: language,
    resources: { [language]: { [NAMESPACE]: messages } },
    fallbackLng: false,
    load: 'currentOnly',
    // React escapes whatever it renders.
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: missingKey,
  });
  withMore.clear();
  show(language);
}

let wantsMore = false;
const withMore = new Set<Language>();

/** Has the texts of the later screens there as well, now and in every language that is chosen from now on. */
export async function loadMoreTexts(): Promise<void> {
  wantsMore = true;
  for (let shown = current; !withMore.has(shown); shown = current) await addMore(shown);
}

async function addMore(language: Language): Promise<void> {
  if (withMore.has(language)) return;
  i18next.addResourceBundle(language, NAMESPACE, await loadMessages(language, 'more'), true, true);
  withMore.add(language);
}

/** Fetches the texts if need be and switches; the old language stays until they are here. */
export async function switchLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, NAMESPACE)) {
    i18next.addResourceBundle(language, NAMESPACE, await loadMessages(language, 'first'));
  }
  if (wantsMore) await addMore(language);
  await i18next.changeLanguage(language);
  show(language);
}

let current: Language = DEFAULT_LANGUAGE;

function show(language: Language): void {
  current = language;
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
