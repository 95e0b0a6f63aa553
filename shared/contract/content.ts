import * as param from './parameter.ts';
import {
  as,
  type Domain,
  type Infer,
  named,
  object,
  oneOf,
  optional,
  page,
  text,
  time,
  whole,
} from './schema.ts';

/** News and announcements. */

const NEWS = { id: whole(1), title: text(), desc: as('summary', text()), logo: text(), created_at: time() };

export type News = Domain<typeof News>;
export type WireNews = Infer<typeof News>;
export const News = named(object(NEWS));

export type NewsItem = Domain<typeof NewsItem>;
export type WireNewsItem = Infer<typeof NewsItem>;
export const NewsItem = named(
  object({ ...NEWS, category_id: optional(as('category', oneOf(1, 2))), content: text() }),
);

/** Ids are of the width in which a database numbers rows. */
const ID = param.integer(1, 2_147_483_647);

export const contentRoutes = {
  getNews: {
    method: 'GET',
    path: '/api/news/list',
    /** 1 news, 2 announcements. */
    request: { category_id: as('category', param.choice(1, 2)), page: param.page() },
    answer: page(News),
  },
  getNewsItem: { method: 'GET', path: '/api/news/info', request: { id: ID }, answer: NewsItem },
} as const;
