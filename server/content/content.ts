import type { Clock } from '../clock.ts';
import type { Store } from '../store/store.ts';
import { type Companies, createCompanies } from './companies.ts';
import { createNewsroom, type Newsroom } from './newsroom.ts';

/*
 * What the operator publishes: news, announcements, and the companies of COMPANY_MODE. Calls and the operator's command
 * use it. Titles, summaries and company texts are plain text, contents HTML of a few harmless elements; both are cleaned
 * when they are stored and again when they are read. Refusals carry a wire code and `field`, named as in the arguments.
 */
export interface Content {
  readonly news: Newsroom;
  readonly companies: Companies;
}

export interface ContentDeps {
  readonly store: Store;
  readonly clock: Clock;
}

export const createContent = (deps: ContentDeps): Content => ({
  news: createNewsroom(deps),
  companies: createCompanies(deps.store),
});
