import { CODE } from '../../shared/contract/codes.ts';
import { err, ok, refusal } from '../../shared/result.ts';
import type { Calls } from '../call.ts';
import type { Content } from './content.ts';
import { wireNews, wireNewsItem } from './content-encoder.ts';
import type { NewsId } from './content-tables.ts';

export const contentCalls = ({
  content,
}: {
  readonly content: Content;
}): Calls<'getNews' | 'getNewsItem'> => ({
  async getNews({ category_id, page }, { language }) {
    const kind = category_id === 1 ? 'news' : 'announcement';
    const { list, total } = await content.news.page(kind, page, language);
    return ok({ list: list.map(wireNews), total });
  },
  async getNewsItem({ id }, { language }) {
    const article = await content.news.article(id as NewsId, language);
    return article === undefined ? err(refusal(CODE.notFound)) : ok(wireNewsItem(article));
  },
});
