import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { only } from '../components/render.tsx';
import * as script from '../scripted/script.ts';
import {
  answerPage,
  button,
  closedOrders,
  pending,
  position,
  prepareOrderScene,
  sheet,
  showHeld,
  tab,
  textOf,
} from './order-scene.tsx';

/* Where things are on the orders screen, how figures are written, and how a keyboard goes through it. */

prepareOrderScene();

const usual = { width: innerWidth, height: innerHeight };
beforeEach(() => page.viewport(360, 740));
afterEach(() => page.viewport(usual.width, usual.height));

const box = (node: Element): DOMRect => node.getBoundingClientRect();
/** Of the tab bar, which lies over the end of the page. */
const BAR_PX = 56;

async function openFilledHistory(): Promise<void> {
  await userEvent.click(tab(/History/));
  await answerPage(1, closedOrders(3, 1), { realisedTotal: 30_000_000 });
  await expect.element(page.getByRole('article').first()).toBeVisible();
}

describe('on a small phone', () => {
  it('a tap on a tab moves none of them', async () => {
    await showHeld([position(1)], [pending(2)]);
    const places = () => [...document.querySelectorAll('[role=tab]')].map((one) => box(one).top);
    const before = places();
    await userEvent.click(tab(/Pending/));
    expect(places()).toEqual(before);
    await openFilledHistory();
    expect(places()).toEqual(before);
  });

  it.each([
    [360, 740, 3],
    [320, 568, 1],
  ])(
    'of %s x %s the first rows are in sight without scrolling, below the account',
    async (width, height, count) => {
      await page.viewport(width, height);
      await showHeld([1, 2, 3, 4].map((id) => position(id, { stopLoss: 107_000 })));
      const account = page.getByRole('region', { name: 'Account' }).element();
      const inSight = () =>
        [...document.querySelectorAll('article')].filter((row) => box(row).bottom <= height - BAR_PX).length;
      await vi.waitFor(() => expect(inSight()).toBeGreaterThanOrEqual(count));
      expect(box(account).height).toBeLessThan(170);
      for (const row of document.querySelectorAll('article'))
        for (const part of row.querySelectorAll('p, p *, button, [class*=head] *'))
          expect(box(part).right).toBeLessThanOrEqual(width);
      await openFilledHistory();
      await vi.waitFor(() => expect(inSight()).toBeGreaterThanOrEqual(count));
    },
  );

  it.each([360, 320])(
    'of %s px each group to close is whole, and keeps its width whatever its sum',
    async (width) => {
      await page.viewport(width, 740);
      await showHeld([position(1), position(2)]);
      const profits = (one: number, other: number) =>
        script.putFrame({
          quotes: [],
          positions: [one, other].map((pnl, at) => ({ id: at + 1, price: 108_500, pnl })),
        });
      const buttons = () => [...only('fieldset').querySelectorAll('button')];
      const places = () =>
        buttons().map((one) => [box(one).left, box(one).right, box(one).top, box(one).bottom]);
      profits(1_000_000, -1_000_000);
      await expect.element(button('Losers -1.00')).toBeVisible();
      const before = places();
      profits(12_345_670_000, -98_765_430_000);
      await expect.element(button('Losers -98,765.43')).toBeVisible();
      await expect.element(button('Winners +12,345.67')).toBeVisible();
      expect(places()).toEqual(before);
      for (const one of buttons()) {
        expect(box(one).right).toBeLessThanOrEqual(width);
        expect(box(one).height).toBeGreaterThanOrEqual(44);
        expect(one.scrollWidth).toBeLessThanOrEqual(one.clientWidth);
      }
      profits(1, -1);
    },
  );
});

describe('a row', () => {
  const ends = (row: Element) =>
    [...row.querySelectorAll('p > *')]
      .toSorted((a, b) => box(a).left - box(b).left)
      .map((end) => end.textContent);

  it('says which stop is missing, and has the target of a sell at the left, where lower prices are', async () => {
    await showHeld([
      position(1),
      position(2, { side: 'sell', stopLoss: 109_000, takeProfit: 107_000 }),
      position(3, { takeProfit: 110_000 }),
    ]);
    await expect.poll(() => document.querySelectorAll('article').length).toBe(3);
    const now = '1.08000 → 1.08500';
    await expect
      .poll(() => [...document.querySelectorAll('article')].map(ends))
      .toEqual([
        ['No SL', now, 'TP 1.10000'],
        ['TP 1.07000', now, 'SL 1.09000'],
        ['No SL', now, 'No TP'],
      ]);
  });
});

it('figures have digits of one width, so that a tick moves nothing', async () => {
  await showHeld([position(1), position(2)], [pending(3)]);
  const wrong = () =>
    [...document.querySelectorAll('main *')].filter(
      (node) =>
        [...node.childNodes].some((child) => child instanceof Text && /\d/.test(child.data)) &&
        !getComputedStyle(node).fontVariantNumeric.includes('tabular-nums'),
    );
  expect(wrong()).toEqual([]);
  await userEvent.click(tab(/Pending/));
  expect(wrong()).toEqual([]);
  await openFilledHistory();
  expect(wrong()).toEqual([]);
});

describe('a keyboard', () => {
  it('changes the tab with arrows, opens a row with Enter, and is back at it after Escape', async () => {
    await showHeld([position(1)], [pending(2)]);
    tab(/Open/).element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(tab(/Pending/)).toHaveFocus();
    await expect.element(tab(/Pending/)).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(tab(/Open/)).toHaveFocus();
    const row = button('EUR/USD, details');
    row.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(sheet().getByText('Order number')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet()).not.toBeInTheDocument();
    await expect.element(row).toHaveFocus();
    await userEvent.tab();
    await expect.element(button('Close EUR/USD, 0.10 lots')).toHaveFocus();
  });

  it('hears a panel by the name of its tab, and a row by name, side, profit and prices', async () => {
    await showHeld([position(1, { stopLoss: 107_000 })]);
    await expect.element(page.getByRole('tabpanel', { name: /^Open/ })).toBeVisible();
    await textOf(page.getByRole('article')).toMatch(
      /^EUR\/USDBuy 0\.10\+50\.000000.*SL 1\.07000No TP1\.08000 → 1\.08500$/,
    );
  });
});
