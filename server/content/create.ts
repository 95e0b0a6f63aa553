import type { Clock } from '../clock.ts';
import type { Store } from '../store/store.ts';
import { createCompanies } from './companies.ts';
import type { Content } from './content.ts';
import { createNewsroom } from './newsroom.ts';

export interface ContentParts {
  readonly store: Store;
  readonly clock: Clock;
}

export const createContent = (parts: ContentParts): Content => ({
  news: createNewsroom(parts),
  companies: createCompanies(parts.store),
});
