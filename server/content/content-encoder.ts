import type { News, NewsItem } from '../../shared/contract/content.ts';
import type { Company } from '../../shared/contract/site.ts';
import type { ShownCompany } from './companies.ts';
import type { Article, Headline } from './newsroom.ts';

export const wireNews = ({ id, title, summary, logo, publishedAt }: Headline): News => ({
  id,
  title,
  desc: summary,
  logo,
  created_at: new Date(publishedAt).toISOString(),
});

export const wireNewsItem = (article: Article): NewsItem => ({
  ...wireNews(article),
  content: article.content,
});

export const wireCompany = (company: ShownCompany): Company => ({
  id: company.id,
  name: company.name,
  logo: company.logo,
  url: company.url,
  subject: company.subject,
  registered_address: company.registeredAddress,
  location: company.location,
  email: company.email,
});
