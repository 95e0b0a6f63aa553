import { createInstance } from 'i18next';
import type { Language } from '../../shared/contract/language.ts';
import { createTranslator, missingText, type Texts, type Translator } from './translator.ts';

const NAMESPACE = 'translation';

/** The texts of all screens but the first route's, by path; here and not in `texts.ts`, so that the first chunk doesn't list them. */
export const laterFiles = import.meta.glob<Texts>('./locales/*.later.json', { import: 'default' });

/** Translates the texts of both files. Those with plural forms go through i18next, which takes ten times as long. */
export async function createFullTranslator(
  language: Language,
  first: Texts,
  later: Texts,
): Promise<Translator> {
  const i18next = createInstance();
  await i18next.init({
    lng: language,
    resources: {},
    fallbackLng: false,
    load: 'currentOnly',
    // React escapes whatever it renders.
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: missingText,
  });
  i18next.addResourceBundle(language, NAMESPACE, first);
  // Deep: a section may have texts in both files.
  i18next.addResourceBundle(language, NAMESPACE, later, true, true);
  const rest: Translator = (key, values = {}) => i18next.t(key, values);
  return createTranslator(first, createTranslator(later, rest));
}
