import type { Language } from '../../shared/contract/language.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Result } from '../../shared/result.ts';
import type { Company, CompanyFacts } from './company-repository.ts';
import type { CompanyId, NewsId, NewsKind } from './content-tables.ts';
import type { NewsHeadline, NewsItem, NewsText } from './news-repository.ts';

/**
 * What the house publishes: news, announcements, companies. Titles, summaries and company texts are plain text, contents
 * HTML of a few harmless elements: cleaned when they are written, and again when they are given out. Refusals carry a wire
 * code and `field`, named as in the arguments.
 */
export interface Content {
  readonly news: Newsroom;
  readonly companies: Companies;
}

/** A published item as a reader gets it: in the language asked for, else in English, else in any that there is. */
export interface Headline extends NewsHeadline {
  readonly id: NewsId;
  /** The picture's path on this server; empty without one. */
  readonly logo: string;
  readonly publishedAt: TimestampMs;
}

export interface Article extends Headline {
  readonly content: string;
}

/** An item as an operator sees it. */
export interface NewsEntry extends NewsItem {
  /** In English, or in any language that there is. */
  readonly title: string;
  readonly languages: readonly Language[];
}

export interface Newsroom {
  /** @param page from 1, newest first */
  page(
    kind: NewsKind,
    page: number,
    language: Language,
  ): Promise<{ readonly list: readonly Headline[]; readonly total: number }>;
  /** Undefined for an item that is not there or not published. */
  article(id: NewsId, language: Language): Promise<Article | undefined>;
  entries(kind: NewsKind): Promise<readonly NewsEntry[]>;
  /** A new item in one language, not published yet. */
  add(kind: NewsKind, mark: string, language: Language, text: NewsText): Promise<Result<NewsId>>;
  /** Changes what is given; a language that the item is not in yet needs its title. 4004 for no such item. */
  change(kind: NewsKind, id: NewsId, change: NewsChange): Promise<Result<undefined>>;
  /** Shows it from now on, if it is not shown already; 4004 for no such item. */
  publish(kind: NewsKind, id: NewsId): Promise<Result<undefined>>;
  /** Hides it; 4004 for no such item. */
  withdraw(kind: NewsKind, id: NewsId): Promise<Result<undefined>>;
  /** For good, in all languages; 4004 for no such item. */
  remove(kind: NewsKind, id: NewsId): Promise<Result<undefined>>;
}

interface NewsChange {
  readonly mark?: string | undefined;
  /** Of one language; what is absent stays. */
  readonly text?: ({ readonly language: Language } & Optional<NewsText>) | undefined;
}

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };

export interface ShownCompany extends Company {
  /** The picture's path on this server, drawn from the name. */
  readonly logo: string;
}

export interface Companies {
  all(): Promise<readonly ShownCompany[]>;
  /** Those whose name holds the words, whatever the case; all for none. */
  search(words: string): Promise<readonly ShownCompany[]>;
  add(company: CompanyFacts): Promise<Result<CompanyId>>;
  /** 4004 for no such company. */
  change(id: CompanyId, change: Optional<CompanyFacts>): Promise<Result<undefined>>;
  /** 4004 for no such company. */
  remove(id: CompanyId): Promise<Result<undefined>>;
}
