import * as param from './parameter.ts';
import {
  as,
  type Domain,
  type Infer,
  listed,
  named,
  object,
  optional,
  page,
  text,
  time,
  whole,
  word,
} from './schema.ts';

/** News, announcements and the chat with the customer service. */

const NEWS = { id: whole(1), title: text(), desc: as('summary', text()), logo: text(), created_at: time() };

export type News = Domain<typeof News>;
export type WireNews = Infer<typeof News>;
export const News = named(object(NEWS));

export type NewsItem = Domain<typeof NewsItem>;
export type WireNewsItem = Infer<typeof NewsItem>;
export const NewsItem = named(object({ ...NEWS, content: text() }));

export type ChatMessage = Domain<typeof ChatMessage>;
export type WireChatMessage = Infer<typeof ChatMessage>;
export const ChatMessage = named(
  object({ id: whole(1), from: word('user', 'service'), text: text(), image: text(), created_at: time() }),
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
  getChat: {
    method: 'GET',
    path: '/api/chat/list',
    session: true,
    request: { before: optional(ID) },
    answer: listed(ChatMessage),
  },
  /** Either a text or a picture. */
  sendChat: {
    method: 'POST',
    path: '/api/chat/send',
    session: true,
    request: {
      text: optional(param.text(1, 8_000)),
      image: optional(param.text(1, 500)),
      cid: optional(param.cid()),
    },
    answer: ChatMessage,
  },
} as const;
