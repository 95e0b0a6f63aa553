import { CODE } from '../../shared/contract/codes.ts';
import { err, ok, refusal } from '../../shared/result.ts';
import { badParameter, call } from '../http/call.ts';
import { choice, cid, integer, maybe, text } from '../http/fields.ts';
import { wireChatMessage, wireNews, wireNewsItem } from './content-encoder.ts';
import type { NewsId } from './content-tables.ts';

const MAX_PAGE = 1_000_000;
/** Ids are of the width that a database numbers rows in. */
const MAX_ID = 2_147_483_647;
/** Bounds against abuse, not rules: the chat room has the rules. */
const MAX_TEXT_LENGTH = 8_000;
const MAX_ADDRESS_LENGTH = 500;
const KINDS = { '1': 'news', '2': 'announcement' } as const;

export const contentCalls = {
  getNews: call(
    'getNews',
    { category_id: choice(['1', '2']), page: integer(1, MAX_PAGE) },
    async ({ content }, { category_id, page }, { language }) => {
      const { list, total } = await content.news.page(KINDS[category_id], page, language);
      return ok({ list: list.map(wireNews), total });
    },
  ),

  getNewsItem: call('getNewsItem', { id: integer(1, MAX_ID) }, async ({ content }, { id }, { language }) => {
    const article = await content.news.article(id as NewsId, language);
    return article === undefined ? err(refusal(CODE.notFound)) : ok(wireNewsItem(article));
  }),

  getChat: call(
    'getChat',
    { before: maybe(integer(1, MAX_ID)) },
    async ({ chat }, { before }, { session }) => {
      const messages = await chat.latest(session.accountId, before);
      return ok({ list: messages.map(wireChatMessage) });
    },
  ),

  sendChat: call(
    'sendChat',
    {
      text: maybe(text(1, MAX_TEXT_LENGTH)),
      image: maybe(text(1, MAX_ADDRESS_LENGTH)),
      cid: maybe(cid()),
    },
    async ({ chat }, { text: said, image, cid: key }, { session }) => {
      if (said !== undefined && image !== undefined) return badParameter('image');
      if (said === undefined && image === undefined) return badParameter('text');
      const what = said === undefined ? { image: image ?? '' } : { text: said };
      const written = await chat.say(session.accountId, what, key);
      return written.ok ? ok(wireChatMessage(written.value)) : written;
    },
  ),
};
