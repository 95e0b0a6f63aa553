import { describe, expect, it } from 'vitest';
import type { HistoryPage } from '../../../shared/contract/domain.ts';
import { money } from '../../../shared/domain/money.ts';
import type { ClosedOrder } from '../../../shared/domain/order.ts';
import { err, ok, type Result, refusal } from '../../../shared/result.ts';
import { EMPTY_HISTORY, type History, nextPage, withPage } from '../../../src/screens/Order/history-model.ts';
import { aClosed } from '../../helpers/orders.ts';

const closed = (id: number) => aClosed({ id, realisedPnl: 1_000_000, closedAt: id });
/** Orders `from` down to `to`, as the server pages them: the newest first. */
const orders = (from: number, to: number): readonly ClosedOrder[] =>
  Array.from({ length: from - to + 1 }, (_, i) => closed(from - i));
const page = (list: readonly ClosedOrder[], total: number): Result<HistoryPage> =>
  ok({ orders: list, total, balance: money(0), realisedTotal: money(total) });
const ids = (history: History) =>
  history.status === 'ready' ? history.orders.map((order) => Number(order.id)) : [];
const offline = err(refusal(-1));

describe('the history', () => {
  it('is complete when its only page is not full', () => {
    const history = withPage(EMPTY_HISTORY, 1, page(orders(3, 1), 3));
    expect(history).toMatchObject({ status: 'ready', total: 3, realisedTotal: 3, end: { status: 'done' } });
    expect(ids(history)).toEqual([3, 2, 1]);
  });
  it('is complete when it is empty', () => {
    expect(withPage(EMPTY_HISTORY, 1, page([], 0))).toMatchObject({ orders: [], end: { status: 'done' } });
  });
  it('requests page after page until it has all', () => {
    const first = withPage(EMPTY_HISTORY, 1, page(orders(45, 26), 45));
    expect([first.status === 'ready' && first.end.status, nextPage(first)]).toEqual(['more', 2]);
    const second = withPage(first, 2, page(orders(25, 6), 45));
    expect(nextPage(second)).toBe(3);
    const third = withPage(second, 3, page(orders(5, 1), 45));
    expect(third).toMatchObject({ end: { status: 'done' } });
    expect(ids(third)).toEqual(orders(45, 1).map((order) => Number(order.id)));
  });
  it('shows an order once if a newer one moved it to the next page', () => {
    const first = withPage(EMPTY_HISTORY, 1, page(orders(30, 11), 30));
    const second = withPage(first, 2, page(orders(12, 2), 31));
    expect(ids(second)).toEqual(orders(30, 2).map((order) => Number(order.id)));
  });
  it('loads the first page next when an order closed unnoticed, and then goes on to the oldest', () => {
    const first = withPage(EMPTY_HISTORY, 1, page(orders(60, 41), 60));
    const shifted = withPage(first, 2, page(orders(41, 22), 61));
    expect([ids(shifted).length, nextPage(shifted)]).toEqual([39, 1]);
    const renewed = withPage(shifted, 1, page(orders(61, 42), 61));
    expect([ids(renewed).length, nextPage(renewed)]).toEqual([40, 3]);
    const third = withPage(renewed, 3, page(orders(21, 2), 61));
    const last = withPage(third, nextPage(third), page(orders(1, 1), 61));
    expect(last).toMatchObject({ total: 61, end: { status: 'done' } });
    expect(ids(last)).toEqual(orders(61, 1).map((order) => Number(order.id)));
  });
  it('is not complete after a last page that an order closed unnoticed has shifted', () => {
    const first = withPage(EMPTY_HISTORY, 1, page(orders(35, 16), 35));
    const second = withPage(first, 2, page(orders(16, 1), 36));
    expect([second.status === 'ready' && second.end.status, nextPage(second)]).toEqual(['more', 1]);
    const renewed = withPage(second, 1, page(orders(36, 17), 36));
    expect(renewed).toMatchObject({ end: { status: 'done' } });
    expect(ids(renewed)).toEqual(orders(36, 1).map((order) => Number(order.id)));
  });
  it('does not load a page again that had no new orders', () => {
    const first = withPage(EMPTY_HISTORY, 1, page(orders(60, 41), 60));
    const second = withPage(first, 2, page(orders(60, 41), 60));
    expect([second.status === 'ready' && second.end.status, nextPage(second)]).toEqual(['more', 3]);
  });
  it('adds newly closed orders on top when the first page is reloaded', () => {
    const first = withPage(EMPTY_HISTORY, 1, page(orders(30, 11), 30));
    const renewed = withPage(first, 1, page(orders(33, 14), 33));
    expect(ids(renewed)).toEqual(orders(33, 11).map((order) => Number(order.id)));
    expect(nextPage(renewed)).toBe(2);
  });
  it('starts again when enough orders closed meanwhile to leave a gap', () => {
    const first = withPage(EMPTY_HISTORY, 1, page(orders(30, 11), 30));
    const renewed = withPage(first, 1, page(orders(80, 61), 80));
    expect(ids(renewed)).toEqual(orders(80, 61).map((order) => Number(order.id)));
  });
  it('stops when a page past the end is empty', () => {
    const first = withPage(EMPTY_HISTORY, 1, page(orders(40, 21), 40));
    expect(withPage(first, 2, page([], 40))).toMatchObject({ end: { status: 'done' } });
  });
  it('fails as a whole only while it has no rows', () => {
    expect(withPage(EMPTY_HISTORY, 1, offline)).toEqual({
      status: 'failed',
      refusal: { code: -1, message: '' },
    });
    const first = withPage(EMPTY_HISTORY, 1, page(orders(40, 21), 40));
    const later = withPage(first, 2, offline);
    expect(later).toMatchObject({ status: 'ready', end: { status: 'failed' } });
    expect([ids(later).length, nextPage(later)]).toEqual([20, 2]);
  });
});
