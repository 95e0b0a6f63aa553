import type { Generated } from 'kysely';
import type { Brand } from '../../shared/brand.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';

declare module '../store/schema.ts' {
  interface Schema {
    news: NewsTable;
    news_texts: NewsTextTable;
    companies: CompanyTable;
  }
}

export type NewsId = Brand<number, 'NewsId'>;
export type NewsKind = 'news' | 'announcement';
export type CompanyId = Brand<number, 'CompanyId'>;

interface NewsTable {
  id: Generated<NewsId>;
  kind: NewsKind;
  /** The name of a drawn mark; empty without one. */
  mark: string;
  /** Null for an item that is not published, or no longer. */
  published_at: TimestampMs | null;
  created_at: TimestampMs;
}

interface NewsTextTable {
  news_id: NewsId;
  language: string;
  title: string;
  summary: string;
  /** HTML. */
  content: string;
}

interface CompanyTable {
  id: Generated<CompanyId>;
  name: string;
  /** An https address. */
  url: string;
  /** The company behind the name. */
  subject: string;
  registered_address: string;
  /** Where its office is. */
  location: string;
  email: string;
}
