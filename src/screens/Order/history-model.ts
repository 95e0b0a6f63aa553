import type { HistoryPage } from '../../../shared/contract/domain.ts';
import type { Money } from '../../../shared/domain/money.ts';
import type { ClosedOrder, UnfilledOrder } from '../../../shared/domain/order.ts';
import { PAGE_SIZE } from '../../../shared/limits.ts';
import type { Refusal, Result } from '../../../shared/result.ts';

/** Closed, or cancelled by the exchange at its price. */
export type HistoryOrder = ClosedOrder | UnfilledOrder;

/** The loaded closed orders, the newest first. */
export type History =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly refusal: Refusal }
  | {
      readonly status: 'ready';
      readonly orders: readonly HistoryOrder[];
      readonly total: number;
      readonly realisedTotal: Money;
      readonly end: HistoryEnd;
      /** The page to load at its end. */
      readonly next: number;
    };

/** State of the list's end. */
type HistoryEnd =
  | { readonly status: 'more' }
  | { readonly status: 'done' }
  | { readonly status: 'failed'; readonly refusal: Refusal };

export const EMPTY_HISTORY: History = { status: 'loading' };

/** The next page to load. */
export const nextPage = (history: History): number => (history.status === 'ready' ? history.next : 1);

/**
 * Adds page `number`: the first page updates the top of the list, others are appended. Orders that close meanwhile shift
 * the pages: repeated orders are recognised by id, and the first page, which has the new ones, is loaded next.
 */
export function withPage(history: History, number: number, page: Result<HistoryPage>): History {
  if (!page.ok) return withFailure(history, page.error);
  const { orders: loaded, total, realisedTotal } = page.value;
  const before = history.status === 'ready' ? history.orders : [];
  const ids = new Set(before.map((order) => order.id));
  const fresh = loaded.filter((order) => !ids.has(order.id));
  // A first page of only new orders may leave a gap behind it: the list starts again.
  const known = number === 1 && fresh.length === PAGE_SIZE ? [] : before;
  const orders = [...known, ...fresh].sort((a, b) => b.closedAt - a.closedAt || b.id - a.id);
  const isShifted = number > 1 && history.status === 'ready' && total !== history.total;
  // A page that is not full is the last one, whatever the total says: otherwise loading would never end.
  const done = orders.length >= total || (loaded.length < PAGE_SIZE && !isShifted);
  // After a page without new orders comes the page behind it: the same one would have none again.
  const next = isShifted ? 1 : Math.max(Math.floor(orders.length / PAGE_SIZE), number) + 1;
  return { status: 'ready', orders, total, realisedTotal, end: { status: done ? 'done' : 'more' }, next };
}

function withFailure(history: History, refusal: Refusal): History {
  return history.status === 'ready'
    ? { ...history, end: { status: 'failed', refusal } }
    : { status: 'failed', refusal };
}
