import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { money } from '../../../shared/domain/money.ts';
import { err, ok, refusal } from '../../../shared/result.ts';
import * as script from '../scripted/script.ts';
import {
  button,
  closed,
  hold,
  position,
  prepareOrderStage,
  rows,
  show,
  tab,
  toastTexts,
} from './order-stage.tsx';

prepareOrderStage();

/** Closed orders `from` down to `to`. */
const orders = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, i) => closed(from - i));

/** Expects the history to be asked for page `number`. */
async function answerPage(number: number, list: ReturnType<typeof orders>, total: number): Promise<void> {
  const call = await script.nextOf('history');
  expect(call.args[0]).toBe(number);
  call.answer(ok({ orders: list, total, balance: money(0), realisedTotal: money(0) }));
}

async function openHistory(): Promise<void> {
  await show();
  await userEvent.click(tab(/History/));
}

it('has the newest order after a retry when its first page could not be renewed', async () => {
  await hold([]);
  await openHistory();
  await answerPage(1, orders(30, 11), 30);
  await expect.poll(rows).toBe(20);
  document.querySelector('article:last-of-type')?.scrollIntoView();
  await answerPage(2, orders(10, 1), 30);
  await expect.element(page.getByText('No more')).toBeInTheDocument();
  script.put('orderEvents', { kind: 'closed', ids: [31] });
  (await script.nextOf('history')).answer(err(refusal(5000, 'Busy')));
  await userEvent.click(button('Try again'));
  await answerPage(1, orders(31, 12), 31);
  await expect.poll(rows).toBe(31);
  await expect.element(page.getByText('No more')).toBeInTheDocument();
});

it('goes on to older orders after a retry in view of its end', async () => {
  await hold([]);
  await openHistory();
  await answerPage(1, orders(30, 11), 30);
  await expect.poll(rows).toBe(20);
  document.querySelector('article:last-of-type')?.scrollIntoView();
  (await script.nextOf('history')).answer(err(refusal(5000, 'Busy')));
  await userEvent.click(button('Try again'));
  await answerPage(1, orders(30, 11), 30);
  await answerPage(2, orders(10, 1), 30);
  await expect.poll(rows).toBe(30);
});

it('has the part that another device has closed, without a notice', async () => {
  await hold([position(1)]);
  await openHistory();
  await answerPage(1, [], 0);
  script.put('orderEvents', { kind: 'closed', ids: [2] });
  await answerPage(1, [closed(2)], 1);
  await expect.poll(rows).toBe(1);
  expect(toastTexts()).toEqual([]);
});
