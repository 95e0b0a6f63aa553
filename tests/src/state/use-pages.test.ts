import { describe, expect, it } from 'vitest';
import type { ClosedOrder } from '../../../shared/domain/order.ts';
import { err, ok, type Result, refusal } from '../../../shared/result.ts';
import { type Held, NOTHING, withPage as withAnyPage } from '../../../src/state/use-pages.ts';
import { aClosed } from '../../helpers/orders.ts';

const closed = (id: number) => aClosed({ id, realisedPnl: 1_000_000, closedAt: id });
/** Orders `from` down to `to`, as the server pages them: the newest first. */
const orders = (from: number, to: number): readonly ClosedOrder[] =>
  Array.from({ length: from - to + 1 }, (_, i) => closed(from - i));
type History = Held<ClosedOrder, ReturnType<typeof listed>>;
const listed = (list: readonly ClosedOrder[], total: number) => ({ list, total });
const page = (list: readonly ClosedOrder[], total: number) => ok(listed(list, total));
const withPage = (held: History, nth: number, answer: Result<ReturnType<typeof listed>>, merges = true) =>
  withAnyPage(held, nth, answer, merges, ({ id }) => id);
const ids = (history: History) => history.items.map((order) => Number(order.id));
const offline = err(refusal(-1));

describe('the history', () => {
  it('is complete when its only page is not full', () => {
    const history = withPage(NOTHING, 1, page(orders(3, 1), 3));
    expect(history).toMatchObject({ last: { total: 3 }, done: true });
    expect(ids(history)).toEqual([3, 2, 1]);
  });
  it('is complete when it is empty', () => {
    expect(withPage(NOTHING, 1, page([], 0))).toMatchObject({ items: [], done: true });
  });
  it('requests page after page until it has all', () => {
    const first = withPage(NOTHING, 1, page(orders(45, 26), 45));
    expect([first.done, first.next]).toEqual([false, 2]);
    const second = withPage(first, 2, page(orders(25, 6), 45));
    expect(second.next).toBe(3);
    const third = withPage(second, 3, page(orders(5, 1), 45));
    expect(third).toMatchObject({ done: true });
    expect(ids(third)).toEqual(orders(45, 1).map((order) => Number(order.id)));
  });
  it('shows an order once if a newer one moved it to the next page', () => {
    const first = withPage(NOTHING, 1, page(orders(30, 11), 30));
    const second = withPage(first, 2, page(orders(12, 2), 31));
    expect(ids(second)).toEqual(orders(30, 2).map((order) => Number(order.id)));
  });
  it('loads the first page next when an order closed unnoticed, and then goes on to the oldest', () => {
    const first = withPage(NOTHING, 1, page(orders(60, 41), 60));
    const shifted = withPage(first, 2, page(orders(41, 22), 61));
    expect([ids(shifted).length, shifted.next]).toEqual([39, 1]);
    const renewed = withPage(shifted, 1, page(orders(61, 42), 61));
    expect([ids(renewed).length, renewed.next]).toEqual([40, 3]);
    const third = withPage(renewed, 3, page(orders(21, 2), 61));
    const last = withPage(third, third.next, page(orders(1, 1), 61));
    expect(last).toMatchObject({ last: { total: 61 }, done: true });
    expect(ids(last)).toEqual(orders(61, 1).map((order) => Number(order.id)));
  });
  it('is not complete after a last page that an order closed unnoticed has shifted', () => {
    const first = withPage(NOTHING, 1, page(orders(35, 16), 35));
    const second = withPage(first, 2, page(orders(16, 1), 36));
    expect([second.done, second.next]).toEqual([false, 1]);
    const renewed = withPage(second, 1, page(orders(36, 17), 36));
    expect(renewed).toMatchObject({ done: true });
    expect(ids(renewed)).toEqual(orders(36, 1).map((order) => Number(order.id)));
  });
  it('does not load a page again that had no new orders', () => {
    const first = withPage(NOTHING, 1, page(orders(60, 41), 60));
    const second = withPage(first, 2, page(orders(60, 41), 60));
    expect([second.done, second.next]).toEqual([false, 3]);
  });
  it('adds newly closed orders on top when the first page is reloaded', () => {
    const first = withPage(NOTHING, 1, page(orders(30, 11), 30));
    const renewed = withPage(first, 1, page(orders(33, 14), 33));
    expect(ids(renewed)).toEqual(orders(33, 11).map((order) => Number(order.id)));
    expect(renewed.next).toBe(2);
  });
  it('starts again when enough orders closed meanwhile to leave a gap', () => {
    const first = withPage(NOTHING, 1, page(orders(30, 11), 30));
    const renewed = withPage(first, 1, page(orders(80, 61), 80));
    expect(ids(renewed)).toEqual(orders(80, 61).map((order) => Number(order.id)));
  });
  it('stops when a page past the end is empty', () => {
    const first = withPage(NOTHING, 1, page(orders(40, 21), 40));
    expect(withPage(first, 2, page([], 40))).toMatchObject({ done: true });
  });
  it('keeps its rows when a page fails, and loads the first one next', () => {
    expect(withPage(NOTHING, 1, offline)).toMatchObject({ items: [], last: undefined, error: { code: -1 } });
    const first = withPage(NOTHING, 1, page(orders(40, 21), 40));
    const later = withPage(first, 2, offline);
    expect(later).toMatchObject({ last: { total: 40 }, done: true, error: { code: -1 }, next: 1 });
    expect(ids(later).length).toBe(20);
  });
});

describe('another list', () => {
  const first = withPage(NOTHING, 1, page(orders(60, 41), 60), false);
  it('loses the rows that its first page no longer has', () => {
    const second = withPage(first, 2, page(orders(40, 21), 60), false);
    const again = withPage(second, 1, page(orders(59, 40), 59), false);
    expect([ids(again), again.next]).toEqual([orders(59, 40).map(({ id }) => Number(id)), 2]);
  });
  it('goes on behind rows that have shifted, and loads a page that failed again', () => {
    const second = withPage(first, 2, page(orders(41, 22), 61), false);
    expect([ids(second).length, second.next]).toEqual([39, 3]);
    expect(withPage(second, 3, offline, false)).toMatchObject({ next: 3, done: true });
  });
  it('takes changed rows from its first page', () => {
    const newest = aClosed({ id: 60, closedAt: 99 });
    const renewed = withPage(first, 1, page([newest, ...orders(59, 41)], 60));
    expect(renewed.items[0]).toBe(newest);
    expect(ids(renewed)).toEqual(ids(first));
  });
});
