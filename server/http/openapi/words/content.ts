import { CID, PAGE, type WordsOf } from './words.ts';

export const contentWords: WordsOf<'getNews' | 'getNewsItem' | 'getChat' | 'sendChat'> = {
  getNews: {
    summary: 'News or announcements, latest first',
    parameters: { category_id: '1 news, 2 announcements', page: PAGE },
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
