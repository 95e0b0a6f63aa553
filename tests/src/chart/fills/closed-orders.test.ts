import { expect, it } from 'vitest';
import type { HistoryPage } from '../../../../shared/contract/domain.ts';
import { ZERO_MONEY } from '../../../../shared/domain/money.ts';
import type { ClosedOrder } from '../../../../shared/domain/order.ts';
import { err, LOCAL_CODE, ok, type Result, refusal } from '../../../../shared/result.ts';
import { createClosedOrders, PAGE_SIZE } from '../../../../src/chart/fills/closed-orders.ts';
import { aClosed } from '../../../helpers/orders.ts';

const NOW = Number.POSITIVE_INFINITY;

/** The history of an exchange, in which an order of this id was closed at this millisecond. */
function stage(count: number) {
  let history: readonly ClosedOrder[] = [];
  const close = (more: number) => {
    const first = history.length + 1;
    const added = Array.from({ length: more }, (_, i) => aClosed({ id: first + i, closedAt: first + i }));
    history = [...added.reverse(), ...history];
  };
  close(count);
  const asked: number[] = [];
  let isDown = false;
  const closed = createClosedOrders(async (page): Promise<Result<HistoryPage>> => {
    asked.push(page);
    // As at the moment of the call.
    const orders = history.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    await undefined;
    return isDown
      ? err(refusal(LOCAL_CODE.unknown))
      : ok({ orders, total: history.length, realisedTotal: ZERO_MONEY, balance: ZERO_MONEY });
  });
  return {
    closed,
    asked,
    close,
    /** To when as many had been closed. */
    goBack: (to: number) => {
      history = history.slice(-to);
    },
    setDown: (is: boolean) => {
      isDown = is;
    },
    ids: () => closed.orders.peek().map(({ id }) => Number(id)),
    settle: () => new Promise((done) => setImmediate(done)),
  };
}
const downTo = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => from - i);

it('loads pages until they reach back as far as the view, and each once', async () => {
  const { closed, asked, ids, settle } = stage(350);
  closed.show(240, NOW);
  closed.show(240, NOW);
  await settle();
  expect(asked).toEqual([1, 2]);
  expect(ids()).toEqual(downTo(350, 151));
  closed.show(200, NOW);
  await settle();
  expect(asked).toEqual([1, 2]);
  closed.show(100, 180);
  await settle();
  expect(asked).toEqual([1, 2, 3]);
  closed.show(0, 90);
  await settle();
  closed.show(0, 90);
  await settle();
  expect(asked).toEqual([1, 2, 3, 4]);
  expect(ids()).toEqual(downTo(350, 1));
});

it('stops at as many orders in view as are marked, however far the view reaches back', async () => {
  const { closed, asked, settle } = stage(900);
  closed.show(0, NOW);
  await settle();
  expect(asked).toEqual([1, 2]);
});

it('asks for nothing before there is a view', async () => {
  const { closed, asked, settle } = stage(3);
  closed.retry();
  await settle();
  expect(asked).toEqual([]);
});

it('has what was closed since, also during a call', async () => {
  const { closed, asked, close, ids, settle } = stage(120);
  closed.show(100, NOW);
  close(1);
  closed.refresh();
  await settle();
  expect(asked).toEqual([1, 1]);
  expect(ids()[0]).toBe(121);
  close(2);
  closed.refresh();
  await settle();
  closed.show(0, NOW);
  await settle();
  expect(ids()).toEqual(downTo(123, 1));
});

it('begins again when more was closed than a page has', async () => {
  const { closed, close, ids, settle } = stage(30);
  closed.show(0, NOW);
  await settle();
  close(150);
  closed.refresh();
  await settle();
  expect(ids()).toEqual(downTo(180, 1));
});

it('waits after a failure until it is asked to go on', async () => {
  const { closed, asked, close, setDown, ids, settle } = stage(2);
  setDown(true);
  closed.show(0, NOW);
  await settle();
  closed.show(0, NOW);
  await settle();
  expect(asked).toEqual([1]);
  setDown(false);
  closed.retry();
  await settle();
  expect(ids()).toEqual([2, 1]);
  setDown(true);
  close(1);
  closed.refresh();
  await settle();
  setDown(false);
  closed.retry();
  await settle();
  expect(ids()).toEqual([3, 2, 1]);
});

it('forgets all at another moment of a replay, and an answer that was on its way', async () => {
  const { closed, goBack, asked, ids, settle } = stage(3);
  closed.show(0, NOW);
  goBack(2);
  closed.reset();
  await settle();
  expect(asked).toEqual([1, 1]);
  expect(ids()).toEqual([2, 1]);
});
