import * as v from 'valibot';
import { list, page, text, time, whole } from './parts.ts';

const newsFields = {
  id: whole('names it', 1),
  title: text("in the reader's language"),
  desc: text('a few words of it'),
  logo: text('address of a picture; empty without one'),
  created_at: time('when it was published'),
};

const news = v.strictObject(newsFields);

const newsItem = v.strictObject({ ...newsFields, content: text('HTML of a few harmless elements') });

const chatMessage = v.strictObject({
  id: whole('names it; later messages have higher ones', 1),
  from: v.pipe(v.picklist(['user', 'service']), v.description('who wrote it')),
  text: text('plain text; empty for a picture'),
  image: text('address of a picture, good for a while; empty without one'),
  created_at: time('when it was written'),
});

export const contentShapes = { News: news, NewsItem: newsItem, ChatMessage: chatMessage };

export const contentAnswers = {
  getNews: page(news),
  getNewsItem: newsItem,
  getChat: list(chatMessage),
  sendChat: chatMessage,
};
