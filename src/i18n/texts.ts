import { files as firstFiles } from 'virtual:texts/first';
import { DEFAULT_LANGUAGE, type Language, LOCALES } from '../../shared/contract/language.ts';
import type { Texts } from '../../shared/read-texts.ts';
import { setFormatLocale } from '../format/locale.ts';
import { lasting } from '../link/storage.ts';
import { createTranslator, type Translator } from './translator.ts';
import { publishTranslator } from './use-translation.ts';

/*
 * Loads the texts of the chosen language and hands their translator to the components (`use-translation.ts`).
 * The build makes two files a language from `texts`: what the first route shows, and the rest (`scripts/bundle/language-files.ts`).
 * i18next, a fifth of what the first route would weigh, comes with the later texts and takes over without a render.
 */

interface Shown {
  readonly language: Language;
  readonly firstTexts: Texts;
  readonly translate: Translator;
}

let chosen: Language = DEFAULT_LANGUAGE;
let shown: Shown = { language: DEFAULT_LANGUAGE, firstTexts: {}, translate: createTranslator({}) };
let isLaterNeeded = false;

/** Loads the texts of `language` if needed and shows them; the language shown before stays until they are loaded. */
export async function showLanguage(language: Language): Promise<void> {
  chosen = language;
  const firstTexts = await loadTexts(firstFiles[language]);
  const translate = isLaterNeeded
    ? await loadFullTranslator(language, firstTexts)
    : createTranslator(firstTexts);
  // Another language was chosen meanwhile.
  if (chosen !== language) return;
  shown = { language, firstTexts, translate };
  document.documentElement.lang = LOCALES[language];
  // For the first paint of the next start, see src/boot.js.
  lasting.set('locale', LOCALES[language]);
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
  setFormatLocale(LOCALES[language]);
  publishTranslator((key, values) => shown.translate(key, values));
}

/** Loads the texts of the later screens, now and for every language that is chosen after this call. */
export async function loadLaterTexts(): Promise<void> {
  isLaterNeeded = true;
  for (;;) {
    const { language, firstTexts } = shown;
    const translate = await loadFullTranslator(language, firstTexts);
    if (shown.language !== language) continue;
    shown = { language, firstTexts, translate };
    return;
  }
}

async function loadFullTranslator(language: Language, first: Texts): Promise<Translator> {
  const { createFullTranslator, laterFiles } = await import('./full-translator.ts');
  const later = await loadTexts(laterFiles[language]);
  return createFullTranslator(language, { ...first, ...later });
}

/**
 * The texts of one file; pseudo texts if the storage key `texts` says `pseudo`, as the tests of the layout set it.
 * @throws the network's error if it can't be fetched
 */
async function loadTexts(load: () => Promise<{ readonly default: Texts }>): Promise<Texts> {
  const { default: texts } = await load();
  return lasting.get('texts') === 'pseudo' ? (await import('./pseudo.ts')).pseudoTexts(texts) : texts;
}
