import { PAGE_SIZE } from '../../../shared/limits.ts';
import type { Money } from '../../../shared/money.ts';
import type { ClosedOrder } from '../../../shared/order.ts';
import type { Refusal, Result } from '../../../shared/result.ts';
import type { HistoryPage } from '../../../shared/worker-api.ts';

/** The closed orders as far as they are loaded, newest first. */
export type History =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly refusal: Refusal }
  | {
      readonly status: 'ready';
      readonly orders: readonly ClosedOrder[];
      readonly total: number;
      readonly realisedTotal: Money;
      readonly end: HistoryEnd;
    };

/** What is at the end of the list. */
export type HistoryEnd =
  | { readonly status: 'more' }
  | { readonly status: 'done' }
  | { readonly status: 'failed'; readonly refusal: Refusal };

export const EMPTY_HISTORY: History = { status: 'loading' };

/** The page to ask for next. Orders closed meanwhile shift the pages; what comes twice is known by its id. */
export const nextPage = (history: History): number =>
  history.status === 'ready' ? Math.floor(history.orders.length / PAGE_SIZE) + 1 : 1;

/** Takes a loaded page in: the first one renews the top of the list, others are added. */
export function withPage(history: History, page: Result<HistoryPage>): History {
  if (!page.ok) return withFailure(history, page.error);
  const known = history.status === 'ready' ? history.orders : [];
  const ids = new Set(known.map((order) => order.id));
  const fresh = page.value.orders.filter((order) => !ids.has(order.id));
  const orders = [...known, ...fresh].sort((a, b) => b.closedAt - a.closedAt || b.id - a.id);
  const { total, realisedTotal } = page.value;
  // A page past the end brings nothing, whatever the total says: asking on would never end.
  const done = orders.length >= total || page.value.orders.length < PAGE_SIZE;
  return { status: 'ready', orders, total, realisedTotal, end: { status: done ? 'done' : 'more' } };
}

function withFailure(history: History, refusal: Refusal): History {
  return history.status === 'ready'
    ? { ...history, end: { status: 'failed', refusal } }
    : { status: 'failed', refusal };
}
