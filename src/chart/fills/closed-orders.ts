import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { HistoryPage } from '../../../shared/contract/domain.ts';
import type { ClosedOrder } from '../../../shared/domain/order.ts';
import type { Result } from '../../../shared/result.ts';
import { MAX_MARKS } from './fill-marks.ts';

/** Orders of a page of the history. */
export const PAGE_SIZE = 100;
/** The latest ones: of older ones the chart has no marks. */
const MAX_ORDERS = 2_000;
/** From a failure to the next try. */
const RETRY_MS = 10_000;

/** The closed orders of one instrument, as far back as a chart shows them. */
export interface ClosedOrders {
  /** The latest first. */
  readonly orders: ReadonlySignal<readonly ClosedOrder[]>;
  /** Loads what these times need, ms. Safe to call in each frame. */
  show(fromMs: number, toMs: number): void;
  /** Loads those that were closed since, also after a failure. */
  refresh(): void;
  /** Begins again: the history is another one now. */
  reset(): void;
  /** Nothing is loaded any more. */
  end(): void;
}

/**
 * @param load a page of the history, from 1, the latest first
 * @param after calls later; returns a function that cancels
 */
export function createClosedOrders(
  load: (page: number) => Promise<Result<HistoryPage>>,
  after: (delayMs: number, run: () => void) => () => void,
): ClosedOrders {
  const orders = signal<readonly ClosedOrder[]>([]);
  let [fromMs, toMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let status: 'idle' | 'loading' | 'failed' | 'ended' = 'idle';
  let isComplete = false;
  let isOutdated = false;
  let attempt = 0;
  let cancelRetry = (): void => {};

  /** Whether an older order may have one of the latest fills in view: its fills are not later than its close. */
  const needsOlder = (): boolean => {
    const known = orders.peek();
    if (isComplete || known.length >= MAX_ORDERS) return false;
    if ((known.at(-1)?.closedAt ?? Number.POSITIVE_INFINITY) < fromMs) return false;
    return known.filter(({ closedAt }) => closedAt >= fromMs && closedAt < toMs).length < MAX_MARKS;
  };
  const take = (page: readonly ClosedOrder[], isFirst: boolean): void => {
    const known = orders.peek();
    const ids = new Set(known.map(({ id }) => id));
    const others = page.filter(({ id }) => !ids.has(id));
    const isFull = page.length === PAGE_SIZE;
    const isApart = isFirst && others.length === PAGE_SIZE;
    // Between these and the known ones more may have been closed.
    if (isApart) isComplete = false;
    else if (!isFirst || known.length === 0) isComplete = !isFull;
    // So many were closed since that those of this page have been on earlier ones.
    if (!isFirst && isFull && others.length === 0) isOutdated = true;
    if (others.length === 0) return;
    const all = isApart ? others : isFirst ? [...others, ...known] : [...known, ...others];
    orders.value = all.slice(0, MAX_ORDERS);
  };
  const run = async (): Promise<void> => {
    if (status !== 'idle') return;
    const own = attempt;
    while (fromMs !== Number.POSITIVE_INFINITY && (isOutdated || needsOlder())) {
      status = 'loading';
      const isAgain = isOutdated;
      const page = isAgain ? 1 : Math.floor(orders.peek().length / PAGE_SIZE) + 1;
      // Before the call: what is closed meanwhile may be missing in its answer.
      isOutdated = false;
      const answer = await load(page);
      if (own !== attempt) return;
      if (!answer.ok) {
        status = 'failed';
        isOutdated ||= isAgain;
        cancelRetry = after(RETRY_MS, goOn);
        return;
      }
      status = 'idle';
      take(
        answer.value.orders.filter((order) => order.status === 'closed'),
        page === 1,
      );
    }
  };
  const goOn = (): void => {
    cancelRetry();
    if (status === 'failed') status = 'idle';
    void run();
  };
  const drop = (next: 'idle' | 'ended'): void => {
    attempt++;
    cancelRetry();
    status = next;
  };
  return {
    orders,
    show(from, to) {
      [fromMs, toMs] = [from, to];
      void run();
    },
    refresh() {
      isOutdated = true;
      goOn();
    },
    reset() {
      drop('idle');
      orders.value = [];
      [isComplete, isOutdated] = [false, false];
      void run();
    },
    end: () => drop('ended'),
  };
}
