import { CODE } from '../../shared/contract/codes.ts';
import type { WireNews, WireNewsItem } from '../../shared/contract/content.ts';
import type { WireCompany } from '../../shared/contract/site.ts';
import { err, ok, refusal } from '../../shared/result.ts';
import type { Calls } from '../call.ts';
import type { ShownCompany } from './companies.ts';
import type { Content } from './content.ts';
import type { NewsId } from './content-tables.ts';
import type { Article, Headline } from './newsroom.ts';

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

const wireNews = ({ id, title, summary, logo, publishedAt }: Headline): WireNews => ({
  id,
  title,
  desc: summary,
  logo,
  created_at: new Date(publishedAt).toISOString(),
});

const wireNewsItem = (article: Article): WireNewsItem => ({
  ...wireNews(article),
  category_id: article.kind === 'news' ? 1 : 2,
  content: article.content,
});

export const wireCompany = (company: ShownCompany): WireCompany => ({
  id: company.id,
  name: company.name,
  logo: company.logo,
  url: company.url,
  subject: company.subject,
  registered_address: company.registeredAddress,
  location: company.location,
  email: company.email,
});
