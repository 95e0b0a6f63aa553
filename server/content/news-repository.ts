import type { Kysely, Selectable } from 'kysely';
import { isLanguage, type Language } from '../../shared/contract/language.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import type { Schema } from '../store/schema.ts';
import type { NewsId, NewsItem, NewsKind, NewsReads, NewsText, NewsWrites } from './news-records.ts';

export const newsRepository = (db: Kysely<Schema>): NewsReads & NewsWrites => ({
  ...reads(db),
  ...writes(db),
});

function reads(db: Kysely<Schema>): NewsReads {
  const items = () => db.selectFrom('news').selectAll();
  const published = (kind: NewsKind) =>
    db.selectFrom('news').where('kind', '=', kind).where('published_at', 'is not', null);
  return {
    async published(kind, offset, limit) {
      const rows = await published(kind)
        .selectAll()
        .orderBy('published_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      return rows.map(toItem);
    },
    async countPublished(kind) {
      const row = await published(kind)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },
    async all(kind) {
      return (await items().where('kind', '=', kind).orderBy('id', 'desc').execute()).map(toItem);
    },
    async byId(id) {
      const row = await items().where('id', '=', id).executeTakeFirst();
      return row && toItem(row);
    },
    async headlines(ids, languages) {
      if (ids.length === 0) return [];
      const all = db
        .selectFrom('news_texts')
        .select(['news_id', 'language', 'title', 'summary'])
        .where('news_id', 'in', ids);
      const rows = await (languages === undefined ? all : all.where('language', 'in', languages)).execute();
      return rows.flatMap(({ news_id, language, title, summary }) =>
        isLanguage(language) ? [{ id: news_id as NewsId, language, title, summary }] : [],
      );
    },
    async texts(id) {
      const rows = await db.selectFrom('news_texts').selectAll().where('news_id', '=', id).execute();
      const texts = new Map<Language, NewsText>();
      for (const { language, title, summary, content } of rows)
        if (isLanguage(language)) texts.set(language, { title, summary, content });
      return texts;
    },
  };
}

function writes(db: Kysely<Schema>): Omit<NewsWrites, keyof NewsReads> {
  return {
    async insert(item, now) {
      const row = await db
        .insertInto('news')
        .values({ ...toRow(item), created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id as NewsId;
    },
    async update(item) {
      await db.updateTable('news').set(toRow(item)).where('id', '=', item.id).execute();
    },
    async writeTexts(id, texts) {
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
    async remove(id) {
      await db.deleteFrom('news_texts').where('news_id', '=', id).execute();
      await db.deleteFrom('news').where('id', '=', id).execute();
    },
  };
}

const toRow = ({ kind, mark, publishedAt }: Omit<NewsItem, 'id'>) => ({
  kind,
  mark,
  published_at: publishedAt ?? null,
});

const toItem = (row: Selectable<Schema['news']>): NewsItem => ({
  id: row.id as NewsId,
  kind: row.kind === 'news' ? 'news' : 'announcement',
  mark: row.mark,
  publishedAt: row.published_at === null ? undefined : timestampMs(row.published_at),
});
