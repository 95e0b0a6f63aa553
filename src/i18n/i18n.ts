import i18next from 'i18next';
import type { Language } from '../../shared/contract/language.ts';
import { type LocaleModule, loadMessages } from './load-messages.ts';
import { missingText, type PlainTexts } from './plain-texts.ts';
import type { Texts } from './pseudo.ts';

const NAMESPACE = 'translation';
const later = import.meta.glob<LocaleModule>('./locales/*/more.ts');

const ready = i18next.init({
  resources: {},
  fallbackLng: false,
  load: 'currentOnly',
  // React escapes whatever it renders.
  interpolation: { escapeValue: false },
  parseMissingKeyHandler: missingText,
});

/**
 * All texts of `language`, with plural forms and texts within texts; `first` are those that are there already.
 * @throws whatever the network throws when the later ones can't be fetched
 */
export async function allTexts(language: Language, first: Texts): Promise<PlainTexts> {
  await ready;
  if (!i18next.hasResourceBundle(language, NAMESPACE)) {
    const more = await loadMessages(language, later[`./locales/${language}/more.ts`]);
    i18next.addResourceBundle(language, NAMESPACE, first);
    i18next.addResourceBundle(language, NAMESPACE, more, true, true);
  }
  return i18next.getFixedT(language) as unknown as PlainTexts;
}
