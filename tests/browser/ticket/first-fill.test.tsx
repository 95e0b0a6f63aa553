import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Position } from '../../../shared/domain/order.ts';
import { ok } from '../../../shared/result.ts';
import { working } from '../../../src/state/account.ts';
import { offeredStops } from '../../../src/state/first-fill.ts';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { aClosed, aPosition } from '../../helpers/orders.ts';
import { only } from '../components/render.tsx';
import { textOf } from '../order/order-scene.tsx';
import * as script from '../scripted/script.ts';
import {
  button,
  gbpusd,
  leave,
  line,
  NOW,
  prepareTicketScene,
  putPrices,
  show,
  tap,
  toastTexts,
} from './ticket-scene.tsx';

/* The card after the first fill of an account. */

prepareTicketScene();
afterEach(async () => {
  await hold();
});

let uid = 100;
/** As an account that has dealt nothing before, and `total` orders that are closed. */
async function begin(): Promise<void> {
  uid++;
  await script.signOut();
  await script.signIn({ uid });
  await hold();
  putPrices();
}
const held = (id: number, over: Partial<Position> = {}): Position =>
  aPosition({ id, volume: 5_000, openPrice: NOW, ...(over as object) });

async function hold(...positions: readonly Position[]): Promise<void> {
  script.put('working', { status: 'ready', positions, pending: [] });
  await vi.waitFor(() =>
    expect(working.value.status === 'ready' && working.value.positions.map(({ id }) => id)).toEqual(
      positions.map(({ id }) => id),
    ),
  );
}
const answerHistory = async (total: number): Promise<void> => {
  const orders = total === 0 ? [] : [aClosed({ id: 900 })];
  (await script.nextCall('history')).answer(ok({ orders, total, balance: 0, realisedTotal: 0 }));
};
const says = () => page.getByText('You hold 0.50 EUR/USD. Each point is 0.50 USD');
const chip = (points: number) => button(new RegExp(`^${points} points`));

it('says what is held in the place of the terms, moves neither lots nor buttons, and sets a stop at one of two distances', async () => {
  await begin();
  await show();
  await expect.element(page.getByText(/^1 point = /)).toBeVisible();
  const places = () =>
    ['input[inputmode]', '[data-variant="buy"]'].map((one) => only(one).getBoundingClientRect().top);
  const before = places();
  await hold(held(1, { takeProfit: NOW + 900 } as Partial<Position>));
  await answerHistory(0);
  await expect.element(says()).toBeVisible();
  expect(places()).toEqual(before);
  await expect.element(button('SL none')).not.toBeInTheDocument();
  expect(offeredStops.value).toEqual([
    { points: 200, price: NOW - 200 },
    { points: 500, price: NOW - 500 },
  ]);
  await expect.element(chip(500)).toHaveTextContent('500 points-250.00');
  await expect.element(chip(200)).toHaveTextContent('200 points-100.00');
  await userEvent.click(chip(200));
  const call = await script.nextCall('setStops');
  expect(call.args).toEqual([1, { stopLoss: NOW - 200, takeProfit: NOW + 900 }]);
  const guarded = held(1, { stopLoss: NOW - 200 } as Partial<Position>);
  call.answer(ok(guarded));
  await hold(guarded);
  await expect.element(says()).not.toBeInTheDocument();
  expect(offeredStops.value).toEqual([]);
  await expect.element(button('SL none')).toBeVisible();
  expect(places()).toEqual(before);
  expect(toastTexts()).toEqual(['EUR/USD: changes saved']);
});

it('says both in few words on the lowest phones', async () => {
  const [width, height] = [innerWidth, innerHeight];
  await page.viewport(320, 568);
  onTestFinished(() => page.viewport(width, height));
  await begin();
  await show();
  await hold(held(1));
  await answerHistory(0);
  const card = page.getByText('1 point = 0.50 USD');
  await expect.element(card).toBeVisible();
  const { top, bottom } = (card.element().parentElement ?? document.body).getBoundingClientRect();
  expect(card.element().parentElement).toHaveTextContent('▲Buy 0.50 EUR/USD 1 point = 0.50 USD');
  expect(bottom - top).toBeLessThan(20);
});

it('goes at its button and comes no more, whatever is dealt next', async () => {
  await begin();
  await show();
  await hold(held(1));
  await answerHistory(0);
  await userEvent.click(button('Not now'));
  await expect.element(says()).not.toBeInTheDocument();
  await hold();
  await hold(held(2));
  leave();
  await show();
  await expect.element(button('SL none')).toBeVisible();
});

it('goes with the next order, and with the end of its position', async () => {
  for (const next of [[held(1), held(2)], []]) {
    await begin();
    await show();
    await hold(held(1));
    await answerHistory(0);
    await expect.element(says()).toBeVisible();
    await hold(...next);
    await expect.element(says()).not.toBeInTheDocument();
    await hold(held(3));
    await expect.element(button('SL none')).toBeVisible();
    leave();
  }
});

it('is not for an account that has closed an order, holds another, or holds one elsewhere', async () => {
  await begin();
  await show();
  await hold(held(1));
  await answerHistory(1);
  await expect.poll(() => localStorage.getItem(`pipstream.first-fill.${uid}`)).toBe('answered');
  await expect.element(button('SL none')).toBeVisible();
  await begin();
  await hold(held(1), held(2));
  await expect.poll(() => localStorage.getItem(`pipstream.first-fill.${uid}`)).toBe('answered');
  await begin();
  await hold(held(1, { instrumentId: gbpusd.id } as Partial<Position>));
  await answerHistory(0);
  await expect.element(button('SL none')).toBeVisible();
});

it('with one-tap trading leaves the line of fates its place, and its button uncovered', async () => {
  confirmOrders.value = false;
  await begin();
  await show();
  const call = await tap('Buy');
  await hold(held(1));
  await answerHistory(0);
  await expect.element(says()).toBeInTheDocument();
  call.answer(ok(held(1)));
  await textOf(line()).toMatch(/Bought/);
  const box = line().element().getBoundingClientRect();
  for (const one of [button('Not now'), chip(200), chip(500)]) {
    const { top, left } = one.element().getBoundingClientRect();
    expect(top >= box.bottom - 1 || left >= box.right - 1).toBe(true);
  }
  expect(toastTexts()).toEqual([]);
});
