import type { Language } from '../../shared/contract/language.ts';
import { lasting } from '../link/storage.ts';
import type { Texts } from './pseudo.ts';

export interface LocaleModule {
  readonly messages: Texts;
}

/**
 * The texts that `load` fetches, stretched where `pipstream.texts` is kept as `pseudo`, as the tests of the looks do.
 * @throws RangeError for a language without texts; whatever the network throws when its chunk can't be fetched
 */
export async function loadMessages(
  language: Language,
  load: (() => Promise<LocaleModule>) | undefined,
): Promise<Texts> {
  if (load === undefined) throw new RangeError(`no texts for ${language}`);
  const { messages } = await load();
  return lasting.get('texts') === 'pseudo' ? (await import('./pseudo.ts')).pseudoTexts(messages) : messages;
}
