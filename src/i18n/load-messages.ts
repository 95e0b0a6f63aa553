import type { Language } from '../../shared/contract/language.ts';

interface LocaleModule {
  readonly messages: Record<string, unknown>;
}

/** What every visit needs, and what the screens need that are loaded later. */
const loaders = {
  first: import.meta.glob<LocaleModule>('./locales/*/index.ts'),
  more: import.meta.glob<LocaleModule>('./locales/*/more.ts'),
} as const;
type Part = keyof typeof loaders;
const pathOf = (language: Language, part: Part): string =>
  `./locales/${language}/${part === 'first' ? 'index' : 'more'}.ts`;

/** @throws RangeError for a language without texts; whatever the network throws when its chunk can't be fetched */
export async function loadMessages(language: Language, part: Part): Promise<Record<string, unknown>> {
  const load = loaders[part][pathOf(language, part)];
  if (load === undefined) throw new RangeError(`no texts for ${language}`);
  return (await load()).messages;
}
