import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { index, table, withId } from './tables.ts';

/** Published content. */
export const content: Migration = {
  async up(db: Db) {
    await withId(table(db, 'news'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('mark', 'text', (column) => column.notNull())
      .addColumn('published_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await index(db, 'news_by_time', 'news', ['kind', 'published_at', 'id']);
    await table(db, 'news_texts')
      .addColumn('news_id', 'integer', (column) => column.notNull().references('news.id'))
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('summary', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('news_texts_key', ['news_id', 'language'])
      .execute();
    await withId(table(db, 'companies'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('registered_address', 'text', (column) => column.notNull())
      .addColumn('location', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .execute();
    await table(db, 'seeds')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('planted_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
