import { ChatMessage, type chatRoutes } from '../../../../shared/contract/chat.ts';
import { type contentRoutes, News, NewsItem } from '../../../../shared/contract/content.ts';
import { type CallWords, CID, PAGE, shape, TOTAL } from './words.ts';

export const contentCalls: CallWords<keyof typeof contentRoutes | keyof typeof chatRoutes> = {
  getNews: {
    summary: 'News or announcements, latest first',
    parameters: { category_id: '1 news, 2 announcements', page: PAGE },
    answer: { total: TOTAL },
  },
  getNewsItem: {
    summary: 'One of them in full',
    parameters: { id: '`id` in `getNews`' },
    refusals: ['notFound'],
  },
  getChat: {
    summary: 'The latest messages with the customer service, oldest first',
    parameters: { before: 'earlier ones: `id` of the first message that is known' },
  },
  sendChat: {
    summary: 'Writes to the customer service',
    text: 'Either `text` or `image`. The message also comes on the topic `CHAT`.',
    parameters: { text: 'plain text', image: 'address of a picture, from `uploadImage`', cid: CID },
    refusals: ['cidReused', 'tooMany'],
  },
};

const NEWS = {
  id: 'names it',
  title: "in the reader's language",
  desc: 'a few words of it',
  logo: 'address of a picture; empty without one',
  created_at: 'when it was published',
};

export const contentShapes = {
  News: shape(News, NEWS),
  NewsItem: shape(NewsItem, {
    ...NEWS,
    category_id: '1 news, 2 an announcement',
    content: 'HTML of a few harmless elements',
  }),
  ChatMessage: shape(ChatMessage, {
    id: 'names it; later messages have higher ones',
    from: 'who wrote it',
    text: 'plain text; empty for a picture',
    image: 'address of a picture, good for a while; empty without one',
    created_at: 'when it was written',
  }),
};
