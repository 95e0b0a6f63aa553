import { readFile, stat } from 'node:fs/promises';
import { CODE } from '../../shared/contract/codes.ts';
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from '../../shared/contract/language.ts';
import { err, ok, type Refusal, type Result } from '../../shared/result.ts';
import { changedFacts, id, idOf, isoOrNull } from '../command-values.ts';
import type { Facts, OperatorAnswer, Resource, Verb } from '../resource.ts';
import type { Content } from './content.ts';
import { NEWS_MARKS } from './content-logos.ts';
import type { NewsId, NewsKind } from './content-tables.ts';
import type { NewsEntry } from './newsroom.ts';

const FILE_MAX_BYTES = 1024 * 1024;
const FIELDS: Readonly<Record<string, string>> = { summary: 'desc', mark: 'logo' };

const language = { help: 'The language of the text', choices: LANGUAGES } as const;
const texts = {
  title: { help: 'One line', optional: true },
  desc: { help: 'One or two sentences below the title', optional: true },
  content: { help: 'HTML; only a few elements are kept', optional: true },
  'content-file': { help: "The content as a file on the exchange's machine", optional: true },
  logo: { help: 'The picture', optional: true, choices: NEWS_MARKS },
} as const;

interface PublishingDeps {
  readonly content: Content;
}

export const news = publishingResource('news', 'News');
export const announcements = publishingResource('announcement', 'Announcements');

function publishingResource(kind: NewsKind, help: string): Resource<PublishingDeps> {
  const find = async ({ news }: Content, item: NewsId) =>
    (await news.entries(kind)).filter((entry) => entry.id === item).map(row)[0];
  /** @param given which texts were given, in which language: the log does not keep them */
  const change = async (
    content: Content,
    item: NewsId,
    take: () => Promise<Result<unknown>>,
    given: Facts = {},
  ): Promise<Result<OperatorAnswer, string>> => {
    const before = await find(content, item);
    const done = await take();
    if (!done.ok) return err(sentence(kind, done.error));
    const after = await find(content, item);
    const changed = changedFacts(before, after && { ...after, ...given }, ['id', 'title']);
    return ok({ rows: after === undefined ? [] : [after], changed });
  };

  const step = (
    about: string,
    take: (content: Content, item: NewsId) => Promise<Result<unknown>>,
  ): Verb<PublishingDeps> => ({
    help: about,
    parameters: { id },
    run({ content }, values) {
      const item = idOf<NewsId>(values['id']);
      return change(content, item, () => take(content, item));
    },
  });

  return {
    help,
    usual: 'list',
    verbs: {
      list: {
        help: 'All items, unpublished ones too',
        parameters: {},
        run: async ({ content }) => ok({ rows: (await content.news.entries(kind)).map(row) }),
      },
      add: {
        help: 'Adds an item in one language; users see it once it is published',
        parameters: { language, ...texts, title: { help: texts.title.help } },
        async run({ content }, values) {
          const html = await contentOf(values);
          if (!html.ok) return html;
          const { title = '', desc = '', logo = '' } = values;
          const text = { title, summary: desc, content: html.value ?? '' };
          const added = await content.news.add(kind, logo, languageOf(values['language']), text);
          if (!added.ok) return err(sentence(kind, added.error));
          const after = await find(content, added.value);
          return ok({ rows: after === undefined ? [] : [after], changed: changedFacts(undefined, after) });
        },
      },
      change: {
        help: 'Changes the given values, or adds a language',
        parameters: { id, language: { ...language, optional: true }, ...texts },
        async run({ content }, values) {
          const html = await contentOf(values);
          if (!html.ok) return html;
          const parts = { title: values['title'], summary: values['desc'], content: html.value };
          const hasText = Object.values(parts).some((part) => part !== undefined);
          if (hasText && values['language'] === undefined) return err('language says which text is meant.');
          if (!hasText && values['logo'] === undefined) return err('Nothing is given to change.');
          const item = idOf<NewsId>(values['id']);
          const text = hasText ? { language: languageOf(values['language']), ...parts } : undefined;
          const names = Object.entries(parts).flatMap(([name, part]) => (part === undefined ? [] : name));
          return change(
            content,
            item,
            () => content.news.change(kind, item, { mark: values['logo'], text }),
            hasText ? { texts: `${text?.language}: ${names.join(', ')}` } : {},
          );
        },
      },
      publish: step('Publishes an item', ({ news }, item) => news.publish(kind, item)),
      withdraw: step('Hides an item; published again, it counts as new', ({ news }, item) =>
        news.withdraw(kind, item),
      ),
      remove: {
        help: 'Deletes an item in all languages',
        parameters: { id },
        async run({ content }, values) {
          const item = idOf<NewsId>(values['id']);
          const done = await change(content, item, () => content.news.remove(kind, item));
          return done.ok ? ok({ ...done.value, note: 'Removed.' }) : done;
        },
      },
    },
  };
}

/** The choices were checked before. */
const languageOf = (text: string | undefined): Language => (isLanguage(text) ? text : DEFAULT_LANGUAGE);

async function contentOf(
  values: Readonly<Record<string, string | undefined>>,
): Promise<Result<string | undefined, string>> {
  const path = values['content-file'];
  if (path === undefined) return ok(values['content']);
  if (values['content'] !== undefined) return err('content and content-file are the same thing: give one.');
  try {
    const facts = await stat(path);
    if (!facts.isFile() || facts.size > FILE_MAX_BYTES) return err('content-file is not a file of a text.');
    return ok(await readFile(path, 'utf8'));
  } catch {
    return err('content-file cannot be read: its path is one on the machine of the exchange.');
  }
}

function sentence(kind: NewsKind, { code, facts }: Refusal): string {
  if (code === CODE.notFound) return `There is no ${kind === 'news' ? 'news item' : kind} with this number.`;
  const field = String(facts?.['field'] ?? '');
  return `${FIELDS[field] ?? field} is missing, too long, or not one there is.`;
}

const row = ({ id: item, title, languages, mark, publishedAt }: NewsEntry) => ({
  id: item,
  published: isoOrNull(publishedAt),
  title,
  logo: mark,
  languages: languages.join(' '),
});
