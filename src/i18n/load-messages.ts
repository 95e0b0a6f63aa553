import type { Language } from '../../shared/contract/language.ts';
import { lasting } from '../link/storage.ts';
import type { Texts } from './pseudo.ts';

interface LocaleModule {
  readonly messages: Texts;
}

/** What every visit needs, and what the screens need that are loaded later. */
const loaders = {
  first: import.meta.glob<LocaleModule>('./locales/*/index.ts'),
  more: import.meta.glob<LocaleModule>('./locales/*/more.ts'),
} as const;
type Part = keyof typeof loaders;
const pathOf = (language: Language, part: Part): string =>
  `./locales/${language}/${part === 'first' ? 'index' : 'more'}.ts`;

/**
 * Stretched where `pipstream.texts` is kept as `pseudo`, as the tests of the looks do.
 * @throws RangeError for a language without texts; whatever the network throws when its chunk can't be fetched
 */
export async function loadMessages(language: Language, part: Part): Promise<Texts> {
  const load = loaders[part][pathOf(language, part)];
  if (load === undefined) throw new RangeError(`no texts for ${language}`);
  const { messages } = await load();
  return lasting.get('texts') === 'pseudo' ? (await import('./pseudo.ts')).pseudoTexts(messages) : messages;
}
