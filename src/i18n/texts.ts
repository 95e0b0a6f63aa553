import type { TFunction } from 'i18next';
import { DEFAULT_LANGUAGE, type Language, LOCALES } from '../../shared/contract/language.ts';
import { setFormatLocale } from '../format/locale.ts';
import { directionOf } from './direction.ts';
import { type LocaleModule, loadMessages } from './load-messages.ts';
import { type PlainTexts, plainTexts } from './plain-texts.ts';
import type { Texts } from './pseudo.ts';
import { publishTexts } from './use-translation.ts';

/*
 * The first route is drawn with a language's first texts alone. i18next, a fifth of what that route would weigh, comes with
 * the texts of the later screens and takes over without a component hearing of it.
 */

const chunks = import.meta.glob<LocaleModule>('./locales/*/index.ts');

let chosen: Language = DEFAULT_LANGUAGE;
let shown: Language = DEFAULT_LANGUAGE;
let first: Texts = {};
let speak: PlainTexts = plainTexts(first);
let wantsMore = false;

/** Fetches the texts of `language` if need be and shows them; what was shown stays until they are here. */
export async function showLanguage(language: Language): Promise<void> {
  chosen = language;
  const texts = await loadMessages(language, chunks[`./locales/${language}/index.ts`]);
  const voice = wantsMore ? await allTexts(language, texts) : plainTexts(texts);
  // Another one was chosen meanwhile.
  if (chosen !== language) return;
  shown = language;
  first = texts;
  speak = voice;
  document.documentElement.lang = LOCALES[language];
  document.documentElement.dir = directionOf(language);
  setFormatLocale(LOCALES[language]);
  // Typed by the texts' keys from here on.
  publishTexts(((...asked: Parameters<PlainTexts>) => speak(...asked)) as unknown as TFunction);
}

/** Has the texts of the later screens there as well, now and in every language that is chosen from now on. */
export async function loadMoreTexts(): Promise<void> {
  wantsMore = true;
  for (;;) {
    const language = shown;
    const voice = await allTexts(language, first);
    if (shown !== language) continue;
    speak = voice;
    return;
  }
}

const allTexts = async (language: Language, texts: Texts): Promise<PlainTexts> =>
  (await import('./i18n.ts')).allTexts(language, texts);
