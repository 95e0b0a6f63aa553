import type { Generated } from 'kysely';

export interface ContentSchema {
  news: NewsTable;
  news_texts: NewsTextTable;
  companies: CompanyTable;
  seeds: SeedTable;
}

interface NewsTable {
  id: Generated<number>;
  /** `news` or `announcement`. */
  kind: string;
  /** The name of a drawn mark; empty without one. */
  mark: string;
  /** Null for what is not published, or no longer. */
  published_at: number | null;
  created_at: number;
}

interface NewsTextTable {
  news_id: number;
  language: string;
  title: string;
  summary: string;
  /** HTML. */
  content: string;
}

interface CompanyTable {
  id: Generated<number>;
  name: string;
  url: string;
  subject: string;
  registered_address: string;
  location: string;
  email: string;
}

interface SeedTable {
  /** What was put in once, so that it does not come back when an operator removes it. */
  name: string;
  planted_at: number;
}
