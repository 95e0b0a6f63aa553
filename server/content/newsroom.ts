import { CODE } from '../../shared/contract/codes.ts';
import { LANGUAGES, type Language } from '../../shared/contract/language.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { PAGE_SIZE } from '../../shared/limits.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import { badField } from '../refusals.ts';
import type { Store } from '../store/store.ts';
import { newsLogo } from './content-logos.ts';
import type { NewsId, NewsKind } from './content-tables.ts';
import { type NewsHeadline, type NewsItem, type NewsText, newsRepository } from './news-repository.ts';
import { checkedText, cleanHeadline, cleanText, isKnownMark } from './news-rules.ts';

/** A published item for a reader: in the requested language, else in English, else in any language. */
export interface Headline extends NewsHeadline {
  readonly id: NewsId;
  /** The picture's path on this server; empty without one. */
  readonly logo: string;
  readonly publishedAt: TimestampMs;
}

export interface Article extends Headline {
  readonly kind: NewsKind;
  readonly content: string;
}

/** An item as an operator sees it. */
export interface NewsEntry extends NewsItem {
  /** In English, else in any language. */
  readonly title: string;
  readonly languages: readonly Language[];
}

export interface Newsroom {
  /** @param page from 1, newest first */
  page(
    kind: NewsKind,
    page: number,
    language: Language,
  ): Promise<{ readonly list: readonly Headline[]; readonly total: number }>;
  /** Undefined for an unknown or unpublished item. */
  article(id: NewsId, language: Language): Promise<Article | undefined>;
  entries(kind: NewsKind): Promise<readonly NewsEntry[]>;
  /** A new item in one language, not published yet. */
  add(kind: NewsKind, mark: string, language: Language, text: NewsText): Promise<Result<NewsId>>;
  /** Changes the given values; a new language needs a title. 4004 for an unknown item. */
  change(kind: NewsKind, id: NewsId, change: NewsChange): Promise<Result<undefined>>;
  /** 4004 for an unknown item. */
  publish(kind: NewsKind, id: NewsId): Promise<Result<undefined>>;
  /** Hides an item; 4004 for an unknown one. */
  withdraw(kind: NewsKind, id: NewsId): Promise<Result<undefined>>;
  /** Deletes an item in all languages; 4004 for an unknown one. */
  remove(kind: NewsKind, id: NewsId): Promise<Result<undefined>>;
}

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };

interface NewsChange {
  readonly mark?: string | undefined;
  /** Text in one language; missing values stay. */
  readonly text?: ({ readonly language: Language } & Optional<NewsText>) | undefined;
}

type NewsRepository = ReturnType<typeof newsRepository>;

interface NewsroomDeps {
  readonly store: Store;
  readonly clock: Clock;
}

export const createNewsroom = (deps: NewsroomDeps): Newsroom => ({
  ...createReading(newsRepository(deps.store.read)),
  ...createWriting(deps),
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
      return shown && { ...shown, kind: item.kind, content: clean.content };
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

function createWriting({ store, clock }: NewsroomDeps): Omit<Newsroom, 'page' | 'article' | 'entries'> {
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
      if (!isKnownMark(mark)) return badField('mark');
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
        if (mark !== undefined && !isKnownMark(mark)) return badField('mark');
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

/** The headline of each item for a language; other languages are read only for items that lack it and English. */
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
