import type {
  WireChatMessage,
  WireCompany,
  WireNews,
  WireNewsItem,
} from '../../shared/contract/wire-content.ts';
import type { ChatMessage } from '../chat/chat.ts';
import type { Article, Headline, ShownCompany } from './content.ts';

export const wireNews = ({ id, title, summary, logo, publishedAt }: Headline): WireNews => ({
  id,
  title,
  desc: summary,
  logo,
  created_at: new Date(publishedAt).toISOString(),
});

export const wireNewsItem = (article: Article): WireNewsItem => ({
  ...wireNews(article),
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

export const wireChatMessage = ({ id, from, text, image, at }: ChatMessage): WireChatMessage => ({
  id,
  from,
  text,
  image,
  created_at: new Date(at).toISOString(),
});
