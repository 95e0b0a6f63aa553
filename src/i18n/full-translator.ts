import { createInstance } from 'i18next';
import type { Language } from '../../shared/contract/language.ts';
import type { Texts } from '../../shared/read-texts.ts';
import { createTranslator, missingText, type Translator } from './translator.ts';

// Here and not in `texts.ts`, so that the first chunk doesn't list them.
export { files as laterFiles } from 'virtual:texts/later';

/** Translates all texts of a language. Those with plural forms go through i18next, which takes ten times as long. */
export async function createFullTranslator(language: Language, texts: Texts): Promise<Translator> {
  const i18next = createInstance();
  await i18next.init({
    lng: language,
    resources: { [language]: { translation: texts } },
    // A key is one name, dots included.
    keySeparator: false,
    fallbackLng: false,
    load: 'currentOnly',
    // React escapes whatever it renders.
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: missingText,
  });
  return createTranslator(texts, (key, values = {}) => i18next.t(key, values));
}
