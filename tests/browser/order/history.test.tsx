import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { price } from '../../../shared/domain/price.ts';
import { err, LOCAL_CODE, refusal } from '../../../shared/result.ts';
import { pageClock } from '../../../src/link/page-clock.ts';
import { showOtherMoment } from '../../../src/state/ask.ts';
import * as script from '../scripted/script.ts';
import {
  answerPage,
  button,
  closed,
  closedOrders,
  historyPage,
  openHistory,
  position,
  prepareOrderScene,
  rows,
  sheet,
  tab,
  toastTexts,
} from './order-scene.tsx';

prepareOrderScene();

it('has the newest order after a retry when its first page could not be renewed', async () => {
  await openHistory();
  await answerPage(1, closedOrders(30, 11), { total: 30 });
  await expect.poll(rows).toBe(20);
  document.querySelector('article:last-of-type')?.scrollIntoView();
  await answerPage(2, closedOrders(10, 1), { total: 30 });
  await expect.element(page.getByText('That is all')).toBeInTheDocument();
  script.put('orderEvents', { kind: 'closed', ids: [31] });
  (await script.nextOf('history')).answer(err(refusal(5000, 'Busy')));
  await userEvent.click(button('Try again'));
  await answerPage(1, closedOrders(31, 12), { total: 31 });
  await expect.poll(rows).toBe(31);
  await expect.element(page.getByText('That is all')).toBeInTheDocument();
});

it('says of an order that was not filled why, beside the closed ones', async () => {
  await openHistory();
  const { args, answer } = await script.nextOf('history');
  expect(args).toEqual([1, { unfilled: 1 }]);
  const { id, showCode, code, instrumentId, precision, side, volume, multiple, createdAt, closedAt } =
    closed(2);
  const facts = { id, showCode, code, instrumentId, precision, side, volume, multiple, createdAt, closedAt };
  const unfilled = {
    ...facts,
    status: 'cancelled',
    targetPrice: price(110_000),
    reason: 'no-margin',
  } as const;
  answer(historyPage([unfilled, closed(1)], { total: 2 }));
  await expect.poll(rows).toBe(2);
  await expect.element(page.getByText('Not filled at 1.10000: not enough free margin')).toBeVisible();
  await expect.element(page.getByText('Cancelled', { exact: true })).toBeVisible();
});

it('goes on to older orders after a retry in view of its end', async () => {
  await openHistory();
  await answerPage(1, closedOrders(30, 11), { total: 30 });
  await expect.poll(rows).toBe(20);
  document.querySelector('article:last-of-type')?.scrollIntoView();
  (await script.nextOf('history')).answer(err(refusal(5000, 'Busy')));
  await userEvent.click(button('Try again'));
  await answerPage(1, closedOrders(30, 11), { total: 30 });
  await answerPage(2, closedOrders(10, 1), { total: 30 });
  await expect.poll(rows).toBe(30);
});

it('loads what failed when the connection is back, its first page and a later one', async () => {
  const offline = err(refusal(LOCAL_CODE.offline));
  await openHistory();
  (await script.nextOf('history')).answer(offline);
  const text = page.getByText('No connection. This loads by itself once you are online.');
  await expect.element(text).toBeVisible();
  await script.putConnection('offline');
  await script.putConnection('live');
  await answerPage(1, closedOrders(30, 11), { total: 30 });
  await expect.poll(rows).toBe(20);
  document.querySelector('article:last-of-type')?.scrollIntoView();
  (await script.nextOf('history')).answer(offline);
  await expect.element(text).toBeVisible();
  await script.putConnection('offline');
  await script.putConnection('live');
  await answerPage(1, closedOrders(30, 11), { total: 30 });
  await answerPage(2, closedOrders(10, 1), { total: 30 });
  await expect.poll(rows).toBe(30);
});

it('has the part that another device has closed, without a notice', async () => {
  await openHistory([position(1)]);
  await answerPage(1, []);
  script.put('orderEvents', { kind: 'closed', ids: [2] });
  await answerPage(1, [closed(2)]);
  await expect.poll(rows).toBe(1);
  expect(toastTexts()).toEqual([]);
});

it('has no order that closes later than the moment that a replay shows', async () => {
  await openHistory();
  await answerPage(1, closedOrders(3, 1));
  await expect.poll(rows).toBe(3);
  showOtherMoment();
  await answerPage(1, closedOrders(2, 1));
  await expect.poll(rows).toBe(2);
  await userEvent.click(tab(/Pending/));
  showOtherMoment();
  await userEvent.click(tab(/History/));
  await answerPage(1, [closed(1)]);
  await expect.poll(rows).toBe(1);
});

it('makes a statement of the days that it shows, also after midnight', async () => {
  await openHistory();
  await answerPage(1, [closed(5)]);
  await userEvent.click(button('Filter'));
  await userEvent.click(sheet().getByRole('button', { name: 'Today' }));
  const shown = await script.nextOf('history');
  shown.answer(historyPage([closed(5)]));
  await userEvent.click(sheet().getByRole('button', { name: 'Show' }));
  const tomorrow = pageClock.wallMs() + 86_400_000;
  const clock = vi.spyOn(pageClock, 'wallMs').mockReturnValue(tomorrow);
  await userEvent.click(button('Download orders as CSV'));
  const read = await script.nextOf('history');
  expect(shown.args).toEqual([1, { from: expect.any(Number), unfilled: 1 }]);
  const { from } = shown.args[1] as { readonly from: number };
  expect(read.args).toEqual([1, { from, limit: 200 }]);
  read.answer(err(refusal(5000, 'Busy')));
  await expect.poll(toastTexts).toEqual(['Busy']);
  clock.mockRestore();
});
