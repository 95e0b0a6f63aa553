import { describe, expect, it, vi } from 'vitest';
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
  textOf,
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

describe('the history', () => {
  const realisedTotal = 10_000_000;
  // spec: 2.16 7.52 8.17
  it('loads page by page as its end comes into view, down to the last', async () => {
    await openHistory();
    await answerPage(1, closedOrders(30, 11), { total: 30, realisedTotal: 300_000_000 });
    await expect.poll(rows).toBe(20);
    await expect.element(page.getByText('+300.000000')).toBeVisible();
    document.querySelector('article:last-of-type')?.scrollIntoView();
    await answerPage(2, closedOrders(10, 1), { total: 30, realisedTotal: 300_000_000 });
    await expect.poll(rows).toBe(30);
    await expect.element(page.getByText('That is all')).toBeInTheDocument();
    expect(page.getByRole('article').first().element().textContent).toMatch(/\+10\.000000.*Take profit/);
  });
  // spec: 2.15 3.4 3.5
  it('shows all fields of a closed order', async () => {
    await openHistory();
    await answerPage(1, [closed(5)]);
    await userEvent.click(button('EUR/USD, details'));
    for (const text of ['+10.000000', '1.08000', '1.08100', '108.000000', '0.054000', '100×', 'Take profit'])
      await expect.element(sheet().getByText(text, { exact: true }).first()).toBeVisible();
  });
  it('asks the exchange for what a filter lets through, by day, and says why each closed', async () => {
    await openHistory();
    await answerPage(1, [closed(5)], { realisedTotal });
    await userEvent.click(button('Filter'));
    await userEvent.click(sheet().getByRole('button', { name: 'Losers' }));
    const filtered = await script.nextOf('history');
    expect(filtered.args).toEqual([1, { result: 'loss', unfilled: 1 }]);
    const lost = closed(6, { reason: 'stop-loss', stopLoss: 108_150, realisedPnl: -2_000_000 });
    filtered.answer(historyPage([lost], { realisedTotal }));
    await userEvent.click(sheet().getByRole('button', { name: 'Show' }));
    await textOf(page.getByRole('article')).toMatch(/-2\.000000.*Stop loss 1\.08150, gap 0\.00050/);
    await expect.element(page.getByRole('heading', { name: /1 · -2\.00$/ })).toBeVisible();
    await expect.element(button('Filter · 1')).toBeVisible();
    await userEvent.click(button('EUR/USD, details'));
    await textOf(sheet()).toMatch(/Closing price1\.08100.*Trigger price1\.08150/);
    // The gap stands in the headline; the story says it in points.
    await textOf(sheet()).toMatch(/^EUR\/USDStop loss 1\.08150, gap 0\.00050Profit and loss/);
  });
  it('asks for a shorter period when a statement would have too many orders', async () => {
    await openHistory();
    const many = { total: 100_001, realisedTotal };
    await answerPage(1, [closed(5)], many);
    await answerPage(2, [], many);
    await userEvent.click(button('Download orders as CSV'));
    const read = await script.nextOf('history');
    expect(read.args).toEqual([1, { limit: 200 }]);
    read.answer(historyPage([closed(5)], many));
    await vi.waitFor(() =>
      expect(toastTexts()).toEqual([
        'More than 100,000 orders match. Choose a shorter period or another filter',
      ]),
    );
    await userEvent.click(button('Print statement'));
    await answerPage(1, [closed(5)], { ...many, total: 5_001 });
    await vi.waitFor(() => expect(toastTexts()[1]).toMatch(/^More than 5,000 orders match/));
  });
  it('offers no statement of a filter that nothing matches', async () => {
    await openHistory();
    await answerPage(1, [closed(5)], { realisedTotal });
    await expect.element(button('Print statement')).toBeVisible();
    await userEvent.click(button('Filter'));
    await userEvent.click(sheet().getByRole('button', { name: 'Losers' }));
    await answerPage(1, [], { realisedTotal });
    await userEvent.click(sheet().getByRole('button', { name: 'Show' }));
    await expect.element(page.getByText('No closed orders match this filter')).toBeVisible();
    expect(button('Print statement').elements()).toEqual([]);
    await expect.element(sheet()).not.toBeInTheDocument();
    await userEvent.click(button('Reset'));
    await answerPage(1, [closed(5)], { realisedTotal });
    await expect.poll(rows).toBe(1);
  });
  it('says at which margin level a position was stopped out', async () => {
    await openHistory();
    await answerPage(1, [closed(5, { reason: 'stop-out', marginLevel: 4_000 })], { realisedTotal });
    await textOf(page.getByRole('article')).toMatch(/Stopped out, margin level 40\.00%/);
    await userEvent.click(button('EUR/USD, details'));
    const why = sheet().getByRole('region', { name: 'Why it closed' });
    await expect.element(why.getByText(/^The equity had fallen to the share of the margin/)).toBeVisible();
    await textOf(sheet()).toMatch(/Margin level40\.00%/);
    await textOf(sheet()).toMatch(/Closed byStop out/);
  });
  it('shows the error and retries', async () => {
    await openHistory();
    (await script.nextOf('history')).answer({ ok: false, error: refusal(-1) });
    await expect
      .element(page.getByText('No connection. This loads by itself once you are online.'))
      .toBeVisible();
    await userEvent.click(button('Try again'));
    await answerPage(1, []);
    await expect.element(page.getByText('No closed orders yet')).toBeVisible();
  });
});
