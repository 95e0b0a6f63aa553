import { expect, it } from 'vitest';
import type { HistoryPage } from '../../../../shared/contract/domain.ts';
import { ZERO_MONEY } from '../../../../shared/domain/money.ts';
import type { ClosedOrder } from '../../../../shared/domain/order.ts';
import { err, LOCAL_CODE, ok, type Result, refusal } from '../../../../shared/result.ts';
import { createClosedOrders, PAGE_SIZE } from '../../../../src/chart/fills/closed-orders.ts';
import { aClosed } from '../../../helpers/orders.ts';

const NOW = Number.POSITIVE_INFINITY;

/** The history of an exchange, in which an order of this id was closed at this millisecond. */
function openOrders(count: number) {
  let history: readonly ClosedOrder[] = [];
  const close = (more: number) => {
    const first = history.length + 1;
    const added = Array.from({ length: more }, (_, i) => aClosed({ id: first + i, closedAt: first + i }));
    history = [...added.reverse(), ...history];
  };
  close(count);
  const asked: number[] = [];
  let isDown = false;
  let retry: (() => void) | undefined;
  const closed = createClosedOrders(
    async (page): Promise<Result<HistoryPage>> => {
      asked.push(page);
      // As at the moment of the call.
      const orders = history.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
      await undefined;
      return isDown
        ? err(refusal(LOCAL_CODE.unknown))
        : ok({ orders, total: history.length, realisedTotal: ZERO_MONEY, balance: ZERO_MONEY });
    },
    (_, run) => {
      retry = run;
      return () => {
        retry = undefined;
      };
    },
  );
  return {
    closed,
    /** The time for it has come. */
    retry: () => retry?.(),
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
  const { closed, asked, ids, settle } = openOrders(350);
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
  const { closed, asked, settle } = openOrders(900);
  closed.show(0, NOW);
  await settle();
  expect(asked).toEqual([1, 2]);
});

it('asks for nothing before there is a view', async () => {
  const { closed, asked, settle } = openOrders(3);
  closed.refresh();
  await settle();
  expect(asked).toEqual([]);
});

it('has what was closed since, also during a call', async () => {
  const { closed, asked, close, ids, settle } = openOrders(120);
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
  const { closed, close, ids, settle } = openOrders(30);
  closed.show(0, NOW);
  await settle();
  close(150);
  closed.refresh();
  await settle();
  expect(ids()).toEqual(downTo(180, 1));
});

it('tries again some time after a failure, and at once when there is news', async () => {
  const { closed, asked, close, setDown, retry, ids, settle } = openOrders(2);
  setDown(true);
  closed.show(0, NOW);
  await settle();
  closed.show(0, NOW);
  await settle();
  expect(asked).toEqual([1]);
  retry();
  await settle();
  expect(asked).toEqual([1, 1]);
  setDown(false);
  close(1);
  closed.refresh();
  await settle();
  expect(ids()).toEqual([3, 2, 1]);
  // A later failure of those that were closed since is made up for, too.
  setDown(true);
  close(1);
  closed.refresh();
  await settle();
  setDown(false);
  retry();
  await settle();
  expect(ids()).toEqual([4, 3, 2, 1]);
  retry();
  await settle();
  expect(asked).toHaveLength(5);
});

it('finds the older ones also when a whole page was closed since without notice', async () => {
  const { closed, close, ids, settle } = openOrders(250);
  closed.show(200, NOW);
  await settle();
  close(100);
  closed.show(1, 150);
  await settle();
  expect(ids()).toEqual(downTo(350, 1));
});

it('keeps the latest 2,000', async () => {
  const { closed, asked, close, ids, settle } = openOrders(2_100);
  closed.show(0, 1);
  await settle();
  expect(asked).toHaveLength(20);
  close(50);
  closed.refresh();
  await settle();
  expect(ids()).toEqual(downTo(2_150, 151));
});

it.each([false, true])(
  'asks for nothing after its end, whatever comes then (without answers: %s)',
  async (isDown) => {
    const { closed, asked, setDown, retry, settle } = openOrders(350);
    setDown(isDown);
    closed.show(0, NOW);
    if (isDown) await settle();
    closed.end();
    await settle();
    retry();
    closed.refresh();
    closed.show(0, 5);
    await settle();
    expect(asked).toEqual([1]);
  },
);

it('forgets all at another moment of a replay, and an answer that was on its way', async () => {
  const { closed, goBack, asked, ids, settle } = openOrders(3);
  closed.show(0, NOW);
  goBack(2);
  closed.reset();
  await settle();
  expect(asked).toEqual([1, 1]);
  expect(ids()).toEqual([2, 1]);
});
