import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { err, ok, refusal } from '../../../shared/result.ts';
import { heldMove, shownTask } from '../../../src/chart/orders/line-task.ts';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { aPending } from '../../helpers/orders.ts';
import * as script from '../scripted/script.ts';
import { touch } from './candle-scene.ts';
import {
  closeOrders,
  dock,
  hold,
  isClear,
  MIDDLE,
  type OrdersScene,
  openOrders,
  placeOf,
  position,
  pull,
  tapLabel,
} from './chart-order-scene.tsx';

/** Of what the exchange would accept: the test ends with its refusal. */
const CLOSED = err(refusal(4101, 'The market is closed'));

let scene: OrdersScene;

beforeAll(script.startScripted);
beforeEach(async () => {
  scene = await openOrders(true);
});
afterEach(() => closeOrders(scene));

const bar = (name: RegExp) => page.getByRole('toolbar', { name });
const act = (name: string) =>
  userEvent.click(page.getByRole('toolbar').getByRole('button', { name, exact: true }));
const answer = (name: RegExp | string) => userEvent.click(dock().getByRole('button', { name }));
const names = () =>
  [...document.querySelectorAll('[role=toolbar] fieldset button')].map((one) => one.textContent);
const one = () => position({ volume: 2_000, stopLoss: MIDDLE - 150 });

describe('a tap on a label', () => {
  it.each([
    ['▲', /^Buy 0.20 1.00200/, ['Close', 'Half', 'Reverse', 'Break-even', 'Trail', 'Remove SL']],
    ['SL', /^Stop loss 1.00050, Buy 0.20/, ['Edit', 'Break-even', 'Trail', 'Remove']],
    ['TP', /^Take profit 1.00350, Buy 0.20/, ['Edit', 'Remove']],
  ])('%s opens its bar in place, a second one closes it', async (label, name, acts) => {
    await hold(scene, [one()]);
    await tapLabel(scene, label);
    await expect.element(bar(name)).toBeVisible();
    expect([names(), isClear()]).toEqual([acts, true]);
    await tapLabel(scene, label);
    await expect.element(bar(name)).not.toBeInTheDocument();
  });

  it('of a pending order offers its price and its cancellation', async () => {
    await hold(scene, [], [aPending({ id: 2, targetPrice: MIDDLE - 60 })]);
    await tapLabel(scene, '0.10');
    await expect.element(bar(/^Pending 1.00140, Buy 0.10/)).toBeVisible();
    expect(names()).toEqual(['Edit', 'Cancel']);
    await act('Edit');
    await userEvent.fill(page.getByRole('textbox', { name: 'Order price' }), '1.001');
    await answer(/^Set at 1.00100/);
    const { args } = await script.nextCall('amendOrder');
    expect([args[0], args[3]]).toEqual([2, 100_100]);
  });

  it('never covers it: the bar stands at the top for a label at the foot', async () => {
    await hold(scene, [one()]);
    await tapLabel(scene, 'SL');
    const of = () => page.getByRole('toolbar', { name: /^Stop loss/ }).element();
    await vi.waitFor(() => expect(of()).toBeVisible());
    const foot = of().hasAttribute('data-top');
    await tapLabel(scene, 'SL');
    await tapLabel(scene, 'TP');
    await vi.waitFor(() =>
      expect(page.getByRole('toolbar', { name: /^Take/ }).element().hasAttribute('data-top')).toBe(false),
    );
    expect(foot).toBe(placeOf(scene, 'SL').y > 200);
  });
});

describe('the bar', () => {
  it.each([
    ['Close', /^Close 0.20 lots/, 'closeOrder', [1]],
    ['Half', /^Close 0.10 lots/, 'closeOrder', [1, 1_000]],
    ['Break-even', /^Set at 1.00200/, 'setStops', [1, { stopLoss: MIDDLE, takeProfit: MIDDLE + 150 }]],
    ['Trail', /^Trail 160/, 'setStops', [1, { trailPoints: 160, takeProfit: MIDDLE + 150 }]],
    ['Remove SL', 'Remove', 'setStops', [1, { takeProfit: MIDDLE + 150 }]],
  ] as const)('%s asks in the dock and is sent by its answer', async (name, yes, call, args) => {
    await hold(scene, [one()]);
    await tapLabel(scene, '▲');
    await act(name);
    await expect.element(dock().getByRole('button', { name: yes })).toBeVisible();
    expect([isClear(), script.calls]).toEqual([true, []]);
    await answer(yes);
    const sent = await script.nextCall(call);
    expect(sent.args).toEqual(expect.arrayContaining([...args]));
    sent.answer(CLOSED as never);
    await vi.waitFor(() => expect(shownTask.value).toBeUndefined());
  });

  it('reverses by the question of the other screens', async () => {
    await hold(scene, [one()]);
    await tapLabel(scene, '▲');
    await act('Reverse');
    await expect.element(page.getByRole('alertdialog', { name: 'Reverse this position?' })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Keep it' }));
  });

  it('sends at once what needs no value, with one-tap trading', async () => {
    await hold(scene, [one()]);
    confirmOrders.value = false;
    await tapLabel(scene, '▲');
    await act('Close');
    (await script.nextCall('closeOrder')).answer(CLOSED as never);
    expect(shownTask.value).toBeUndefined();
  });

  it('of several positions closes all of them, and has no half', async () => {
    await hold(scene, [one(), position({ id: 3, volume: 2_000 })]);
    await tapLabel(scene, '0.40 (2)');
    await vi.waitFor(() => expect(names()).toEqual(['Close', 'Break-even', 'Trail', 'Remove SL']));
    await act('Close');
    await answer(/^Close 0.40 lots/);
    const calls = [await script.nextCall('closeOrder'), await script.nextCall('closeOrder')];
    expect(calls.map(({ args }) => args[0]).toSorted()).toEqual([1, 3]);
    for (const call of calls) call.answer(CLOSED as never);
  });

  it('is reached and left by keys, and so is the dock', async () => {
    await hold(scene, [one()]);
    const stop = page.getByRole('button', { name: /^Orders on the chart: Stop loss 1.00050/ });
    page
      .getByRole('button', { name: /: Buy 0.20 1.00200/ })
      .element()
      .focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(stop).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Edit' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(stop).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('{Enter}');
    await expect.element(dock().getByRole('button', { name: /^Set at/ })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(dock()).not.toBeInTheDocument();
    await expect.element(stop).toHaveFocus();
  });
});

describe('while a line is dragged', () => {
  it('the dock is Cancel and Set with the money, Sell and Buy are away, and nothing covers the chart', async () => {
    await hold(scene, [one()]);
    const before = document.querySelector('[data-variant=buy]')?.getBoundingClientRect().top;
    const { x, y } = placeOf(scene, 'SL');
    await touch('touchStart', [x, y]);
    await touch('touchMove', [x, y - 12]);
    scene.on.paint();
    await expect
      .element(dock().getByRole('button', { name: /^Set at 1\.00\d{3} -\d+\.\d\d USD$/ }))
      .toBeVisible();
    await expect.element(dock().getByRole('button', { name: 'Cancel' })).toBeVisible();
    expect([isClear(), heldMove.value?.what]).toEqual([true, 'move']);
    const buy = document.querySelector('[data-variant=buy]');
    expect([buy?.checkVisibility({ visibilityProperty: true }), buy?.getBoundingClientRect().top]).toEqual([
      false,
      before,
    ]);
    const text = dock().element().textContent;
    await touch('touchMove', [x, y - 30]);
    scene.on.paint();
    expect(dock().element().textContent).not.toBe(text);
    await touch('touchEnd');
    await answer('Cancel');
    await expect.element(page.getByRole('button', { name: /^Buy 0/ }).last()).toBeVisible();
  });

  it('and then edited by fields, in each unit: the line follows what is typed', async () => {
    await hold(scene, [one()]);
    await pull(scene, 'SL', -20);
    const field = () => page.getByRole('textbox', { name: 'Stop loss' });
    await userEvent.fill(field(), '42');
    await expect.element(dock().getByRole('button', { name: 'Set at 1.00158 -8.40 USD' })).toBeVisible();
    await userEvent.click(
      page.elementLocator(page.getByText('Money', { exact: true }).element().closest('label') as Element),
    );
    await expect.element(field()).toHaveValue('8.40');
    await userEvent.fill(field(), '-1');
    await expect.element(dock().getByRole('button', { name: 'Set at 1.00205 +1.00 USD' })).toBeVisible();
    await userEvent.fill(field(), '-3');
    await expect.element(page.getByText('For a buy order, it must be below the price')).toBeVisible();
    await expect.element(dock().getByRole('button', { name: /^Set at/ })).toBeDisabled();
    await userEvent.fill(field(), '20');
    await userEvent.click(page.getByRole('switch', { name: 'Trailing stop' }));
    await answer(/^Trail 110/);
    const call = await script.nextCall('setStops');
    expect(call.args).toEqual([1, { trailPoints: 110, takeProfit: MIDDLE + 150 }]);
    call.answer(ok(one()));
  });

  it('can be dragged on before it is set', async () => {
    await hold(scene, [one()]);
    await pull(scene, 'SL', -20);
    await pull(scene, 'SL …', 30);
    await answer(/^Set at/);
    const { args } = await script.nextCall('setStops');
    expect((args[1] as { stopLoss: number }).stopLoss).toBeLessThan(MIDDLE - 150);
  });
});
