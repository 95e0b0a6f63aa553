import type { Selectable } from 'kysely';
import { isLanguage, type Language } from '../../shared/contract/language.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { countRows } from '../store/numbers.ts';
import { type RecordOf, recordOf, rowOf } from '../store/record.ts';
import type { Db, Schema } from '../store/schema.ts';
import type { NewsId, NewsKind } from './content-tables.ts';

/** The texts of an item in a list. */
export interface NewsHeadline {
  readonly title: string;
  /** A sentence or two below the title; may be empty. */
  readonly summary: string;
}

export interface NewsText extends NewsHeadline {
  /** HTML of a few harmless elements. */
  readonly content: string;
}

export type NewsItem = Omit<RecordOf<Selectable<Schema['news']>>, 'createdAt'>;

interface NewsLine extends NewsHeadline {
  readonly id: NewsId;
  readonly language: Language;
}

export function newsRepository(db: Db) {
  const items = () => db.selectFrom('news').selectAll();
  const published = (kind: NewsKind) =>
    db.selectFrom('news').where('kind', '=', kind).where('published_at', 'is not', null);
  return {
    /** Published ones, newest first. */
    async published(kind: NewsKind, offset: number, limit: number): Promise<readonly NewsItem[]> {
      const rows = await published(kind)
        .selectAll()
        .orderBy('published_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      return rows.map(recordOf);
    },
    countPublished: (kind: NewsKind) => countRows(published(kind)),
    /** All of a kind, published or not, latest first. */
    async all(kind: NewsKind): Promise<readonly NewsItem[]> {
      return (await items().where('kind', '=', kind).orderBy('id', 'desc').execute()).map(recordOf);
    },
    async byId(id: NewsId): Promise<NewsItem | undefined> {
      const row = await items().where('id', '=', id).executeTakeFirst();
      return row && recordOf(row);
    },
    /** Headlines of several items: in the given languages, else in every language. */
    async headlines(ids: readonly NewsId[], languages?: readonly Language[]): Promise<readonly NewsLine[]> {
      if (ids.length === 0) return [];
      const all = db
        .selectFrom('news_texts')
        .select(['news_id', 'language', 'title', 'summary'])
        .where('news_id', 'in', ids);
      const rows = await (languages === undefined ? all : all.where('language', 'in', languages)).execute();
      return rows.flatMap(({ news_id, language, title, summary }) =>
        isLanguage(language) ? [{ id: news_id, language, title, summary }] : [],
      );
    },
    /** An item's texts by language. */
    async texts(id: NewsId): Promise<ReadonlyMap<Language, NewsText>> {
      const rows = await db.selectFrom('news_texts').selectAll().where('news_id', '=', id).execute();
      const texts = new Map<Language, NewsText>();
      for (const { language, title, summary, content } of rows)
        if (isLanguage(language)) texts.set(language, { title, summary, content });
      return texts;
    },
    async insert(item: Omit<NewsItem, 'id'>, now: TimestampMs): Promise<NewsId> {
      const row = await db
        .insertInto('news')
        .values(rowOf({ ...item, createdAt: now }))
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },
    async update({ id, ...item }: NewsItem): Promise<void> {
      await db.updateTable('news').set(rowOf(item)).where('id', '=', id).execute();
    },
    /** Writes the texts, replacing those in the same languages. */
    async writeTexts(id: NewsId, texts: ReadonlyMap<Language, NewsText>): Promise<void> {
      if (texts.size === 0) return;
      const rows = [...texts].map(([language, { title, summary, content }]) => ({
        news_id: id,
        language,
        title,
        summary,
        content,
      }));
      await db
        .insertInto('news_texts')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['news_id', 'language']).doUpdateSet(({ ref }) => ({
            title: ref('excluded.title'),
            summary: ref('excluded.summary'),
            content: ref('excluded.content'),
          })),
        )
        .execute();
    },
    async remove(id: NewsId): Promise<void> {
      await db.deleteFrom('news_texts').where('news_id', '=', id).execute();
      await db.deleteFrom('news').where('id', '=', id).execute();
    },
  };
}
