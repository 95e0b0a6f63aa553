import type { Brand } from '../../shared/brand.ts';
import type { Language } from '../../shared/contract/language.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';

export type NewsId = Brand<number, 'NewsId'>;
export type NewsKind = 'news' | 'announcement';

/** What an item says in a list. */
export interface NewsHeadline {
  readonly title: string;
  /** A sentence or two below the title; may be empty. */
  readonly summary: string;
}

export interface NewsText extends NewsHeadline {
  /** HTML of a few harmless elements. */
  readonly content: string;
}

export interface NewsItem {
  readonly id: NewsId;
  readonly kind: NewsKind;
  /** The name of a drawn mark; empty without one. */
  readonly mark: string;
  /** Undefined for what is not published, or no longer. */
  readonly publishedAt: TimestampMs | undefined;
}

export interface NewsReads {
  /** Published ones, newest first. */
  published(kind: NewsKind, offset: number, limit: number): Promise<readonly NewsItem[]>;
  countPublished(kind: NewsKind): Promise<number>;
  /** All of a kind, published or not, latest first. */
  all(kind: NewsKind): Promise<readonly NewsItem[]>;
  byId(id: NewsId): Promise<NewsItem | undefined>;
  /** Headlines of several items: in one of the languages when named, else in all that there are. */
  headlines(ids: readonly NewsId[], languages?: readonly Language[]): Promise<readonly NewsLine[]>;
  /** An item's texts by language. */
  texts(id: NewsId): Promise<ReadonlyMap<Language, NewsText>>;
}

interface NewsLine extends NewsHeadline {
  readonly id: NewsId;
  readonly language: Language;
}

export interface NewsWrites extends Pick<NewsReads, 'byId' | 'texts'> {
  insert(item: Omit<NewsItem, 'id'>, now: TimestampMs): Promise<NewsId>;
  update(item: NewsItem): Promise<void>;
  /** Puts in the texts, in place of those in the same languages. */
  writeTexts(id: NewsId, texts: ReadonlyMap<Language, NewsText>): Promise<void>;
  remove(id: NewsId): Promise<void>;
}
