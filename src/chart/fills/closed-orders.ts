import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { HistoryPage } from '../../../shared/contract/domain.ts';
import type { ClosedOrder } from '../../../shared/domain/order.ts';
import type { Result } from '../../../shared/result.ts';
import { MAX_MARKS } from './fill-marks.ts';

/** Orders of a page of the history. */
export const PAGE_SIZE = 100;
/** Of older ones the chart has no marks. */
const MAX_ORDERS = 2_000;

/** The closed orders of one instrument, as far back as a chart shows them. */
export interface ClosedOrders {
  /** The latest first. */
  readonly orders: ReadonlySignal<readonly ClosedOrder[]>;
  /** Loads what these times need, ms. Safe to call in each frame. */
  show(fromMs: number, toMs: number): void;
  /** Loads those that were closed since. */
  refresh(): void;
  /** Goes on after a failure. */
  retry(): void;
  /** Begins again: the history is another one now. */
  reset(): void;
}

/** @param load a page of the history, from 1, the latest first */
export function createClosedOrders(load: (page: number) => Promise<Result<HistoryPage>>): ClosedOrders {
  const orders = signal<readonly ClosedOrder[]>([]);
  let [fromMs, toMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let status: 'idle' | 'loading' | 'failed' = 'idle';
  let isComplete = false;
  let isOutdated = false;
  let attempt = 0;

  /** Whether an older order may have one of the latest fills in view: its fills are not later than its close. */
  const needsOlder = (): boolean => {
    const known = orders.peek();
    if (isComplete || fromMs === Number.POSITIVE_INFINITY || known.length >= MAX_ORDERS) return false;
    if ((known.at(-1)?.closedAt ?? Number.POSITIVE_INFINITY) < fromMs) return false;
    return known.filter(({ closedAt }) => closedAt >= fromMs && closedAt < toMs).length < MAX_MARKS;
  };
  const take = (page: readonly ClosedOrder[], isFirst: boolean): void => {
    const known = orders.peek();
    const ids = new Set(known.map(({ id }) => id));
    const others = page.filter(({ id }) => !ids.has(id));
    const isApart = isFirst && others.length === PAGE_SIZE;
    // Between these and the known ones more may have been closed.
    if (isApart) isComplete = false;
    else if (!isFirst || known.length === 0) isComplete = page.length < PAGE_SIZE || others.length === 0;
    if (others.length > 0)
      orders.value = isApart ? others : isFirst ? [...others, ...known] : [...known, ...others];
  };
  const run = async (): Promise<void> => {
    if (status !== 'idle') return;
    const own = attempt;
    while (isOutdated || needsOlder()) {
      status = 'loading';
      const isAgain = isOutdated;
      const page = isAgain ? 1 : Math.floor(orders.peek().length / PAGE_SIZE) + 1;
      // Before the call: what is closed meanwhile may be missing in its answer.
      isOutdated = false;
      const answer = await load(page);
      if (own !== attempt) return;
      status = answer.ok ? 'idle' : 'failed';
      if (!answer.ok) {
        isOutdated ||= isAgain;
        return;
      }
      take(
        answer.value.orders.filter((order) => order.status === 'closed'),
        page === 1,
      );
    }
  };
  return {
    orders,
    show(from, to) {
      [fromMs, toMs] = [from, to];
      void run();
    },
    refresh() {
      isOutdated = true;
      void run();
    },
    retry() {
      if (status === 'failed') status = 'idle';
      void run();
    },
    reset() {
      attempt++;
      orders.value = [];
      [status, isComplete, isOutdated] = ['idle', false, false];
      void run();
    },
  };
}
