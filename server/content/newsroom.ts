import { CODE } from '../../shared/contract/codes.ts';
import { LANGUAGES, type Language } from '../../shared/contract/language.ts';
import { PAGE_SIZE } from '../../shared/limits.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import type { Headline, NewsEntry, Newsroom } from './content.ts';
import type { NewsId, NewsKind } from './content-tables.ts';
import type { ContentParts } from './create.ts';
import { newsLogo } from './marks.ts';
import { type NewsHeadline, type NewsItem, newsRepository } from './news-repository.ts';
import { checkedText, cleanHeadline, cleanText, isKnownMark } from './texts.ts';

type NewsRepository = ReturnType<typeof newsRepository>;

export const createNewsroom = (parts: ContentParts): Newsroom => ({
  ...createReading(newsRepository(parts.store.read)),
  ...createWriting(parts),
});

function createReading(news: NewsRepository): Pick<Newsroom, 'page' | 'article' | 'entries'> {
  return {
    async page(kind, page, language) {
      const [items, total] = [
        await news.published(kind, (page - 1) * PAGE_SIZE, PAGE_SIZE),
        await news.countPublished(kind),
      ];
      const lines = await headlines(news, items, language);
      return { list: items.flatMap((item) => headline(item, lines.get(item.id))), total };
    },
    async article(id, language) {
      const [item, texts] = [await news.byId(id), await news.texts(id)];
      const text = preferred(texts, language);
      if (item === undefined || text === undefined) return undefined;
      const clean = cleanText(text);
      const [shown] = headline(item, clean);
      return shown && { ...shown, content: clean.content };
    },
    async entries(kind) {
      const items = await news.all(kind);
      const lines = await news.headlines(items.map(({ id }) => id));
      return items.map((item): NewsEntry => {
        const own = new Map(lines.filter(({ id }) => id === item.id).map((line) => [line.language, line]));
        const languages = LANGUAGES.filter((language) => own.has(language));
        return { ...item, title: preferred(own, 'en')?.title ?? '', languages };
      });
    },
  };
}

function createWriting({ store, clock }: ContentParts): Omit<Newsroom, 'page' | 'article' | 'entries'> {
  /** Changes an item of that kind as a whole. */
  const edit = (
    kind: NewsKind,
    id: NewsId,
    work: (news: NewsRepository, item: NewsItem) => Promise<Result<undefined>>,
  ) =>
    store.write(async (transaction) => {
      const news = newsRepository(transaction);
      const item = await news.byId(id);
      return item?.kind === kind ? work(news, item) : err(refusal(CODE.notFound));
    });

  const setPublished = (kind: NewsKind, id: NewsId, isPublished: boolean) =>
    edit(kind, id, async (transaction, item) => {
      if (isPublished !== (item.publishedAt !== undefined))
        await transaction.update({ ...item, publishedAt: isPublished ? clock.now() : undefined });
      return ok(undefined);
    });

  return {
    async add(kind, mark, language, text) {
      if (!isKnownMark(mark)) return err(refusal(CODE.badParameter, '', { field: 'mark' }));
      const checked = checkedText(text);
      if (!checked.ok) return checked;
      const now = clock.now();
      const id = await store.write(async (transaction) => {
        const news = newsRepository(transaction);
        const made = await news.insert({ kind, mark, publishedAt: undefined }, now);
        await news.writeTexts(made, new Map([[language, checked.value]]));
        return made;
      });
      return ok(id);
    },
    change: (kind, id, { mark, text }) =>
      edit(kind, id, async (transaction, item) => {
        if (mark !== undefined && !isKnownMark(mark))
          return err(refusal(CODE.badParameter, '', { field: 'mark' }));
        if (text !== undefined) {
          const before = (await transaction.texts(id)).get(text.language);
          const checked = checkedText({
            title: text.title ?? before?.title ?? '',
            summary: text.summary ?? before?.summary ?? '',
            content: text.content ?? before?.content ?? '',
          });
          if (!checked.ok) return checked;
          await transaction.writeTexts(id, new Map([[text.language, checked.value]]));
        }
        if (mark !== undefined) await transaction.update({ ...item, mark });
        return ok(undefined);
      }),
    publish: (kind, id) => setPublished(kind, id, true),
    withdraw: (kind, id) => setPublished(kind, id, false),
    remove: (kind, id) =>
      edit(kind, id, async (transaction) => {
        await transaction.remove(id);
        return ok(undefined);
      }),
  };
}

/** What readers of a language get of each item; the rarer languages are read only for items that lack it and English. */
async function headlines(
  news: NewsRepository,
  items: readonly NewsItem[],
  language: Language,
): Promise<ReadonlyMap<NewsId, NewsHeadline>> {
  const lines = [...(await news.headlines(idsOf(items), [language, 'en']))];
  const missing = items.filter(({ id }) => !lines.some((line) => line.id === id));
  lines.push(...(await news.headlines(idsOf(missing))));
  return new Map(
    items.flatMap(({ id }) => {
      const own = new Map(lines.filter((line) => line.id === id).map((line) => [line.language, line]));
      const found = preferred(own, language);
      return found === undefined ? [] : [[id, cleanHeadline(found)] as const];
    }),
  );
}

const idsOf = (items: readonly NewsItem[]): readonly NewsId[] => items.map(({ id }) => id);

/** The text in the language, else in English, else in the first that there is. */
const preferred = <T>(texts: ReadonlyMap<Language, T>, language: Language): T | undefined =>
  [language, 'en' as const, ...LANGUAGES].map((one) => texts.get(one)).find((text) => text !== undefined);

/** One headline, or none for what is not to be shown. */
function headline({ id, mark, publishedAt }: NewsItem, text: NewsHeadline | undefined): readonly Headline[] {
  if (text === undefined || publishedAt === undefined) return [];
  return [{ id, title: text.title, summary: text.summary, logo: newsLogo(mark), publishedAt }];
}
