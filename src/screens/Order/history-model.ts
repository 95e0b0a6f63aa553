import type { HistoryPage } from '../../../shared/bridge/worker-api.ts';
import type { Money } from '../../../shared/domain/money.ts';
import type { ClosedOrder } from '../../../shared/domain/order.ts';
import { PAGE_SIZE } from '../../../shared/limits.ts';
import type { Refusal, Result } from '../../../shared/result.ts';

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
type HistoryEnd =
  | { readonly status: 'more' }
  | { readonly status: 'done' }
  | { readonly status: 'failed'; readonly refusal: Refusal };

export const EMPTY_HISTORY: History = { status: 'loading' };

/** The page to ask for next. Orders closed meanwhile shift the pages; what comes twice is known by its id. */
export const nextPage = (history: History): number =>
  history.status === 'ready' ? Math.floor(history.orders.length / PAGE_SIZE) + 1 : 1;

/** Takes page `number` in: the first one renews the top of the list, others are added. */
export function withPage(history: History, number: number, page: Result<HistoryPage>): History {
  if (!page.ok) return withFailure(history, page.error);
  const { orders: loaded, total, realisedTotal } = page.value;
  const before = history.status === 'ready' ? history.orders : [];
  const ids = new Set(before.map((order) => order.id));
  const fresh = loaded.filter((order) => !ids.has(order.id));
  // A whole first page of news may hide a gap behind it: the list starts anew.
  const known = number === 1 && fresh.length === PAGE_SIZE ? [] : before;
  const orders = [...known, ...fresh].sort((a, b) => b.closedAt - a.closedAt || b.id - a.id);
  // A page that is not full is the last, whatever the total says: asking on would never end.
  const done = orders.length >= total || loaded.length < PAGE_SIZE;
  return { status: 'ready', orders, total, realisedTotal, end: { status: done ? 'done' : 'more' } };
}

function withFailure(history: History, refusal: Refusal): History {
  return history.status === 'ready'
    ? { ...history, end: { status: 'failed', refusal } }
    : { status: 'failed', refusal };
}
