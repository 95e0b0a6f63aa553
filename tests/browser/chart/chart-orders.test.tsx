import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Alert } from '../../../shared/contract/alerts.ts';
import { err, ok, refusal } from '../../../shared/result.ts';
import { shownTask } from '../../../src/chart/orders/line-task.ts';
import { figures } from '../../../src/state/account.ts';
import { alertRequest, alerts, hideAlerts } from '../../../src/state/alerts.ts';
import { instrumentOf } from '../../../src/state/market.ts';
import { balanceHidden, confirmOrders } from '../../../src/state/preferences.ts';
import { replaySource } from '../../../src/state/replay-source.ts';
import { underway } from '../../../src/state/underway.ts';
import { priceAlert } from '../../helpers/alerts.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { aPending } from '../../helpers/orders.ts';
import { render } from '../components/render.tsx';
import * as script from '../scripted/script.ts';
import { touch } from './candle-scene.ts';
import {
  closeOrders,
  dock,
  hold,
  isClear,
  lines,
  MIDDLE,
  type OrdersScene,
  openOrders,
  placeOf,
  position,
  pull,
  tapCross,
  toastTexts,
} from './chart-order-scene.tsx';

const pending = aPending({ id: 2, targetPrice: MIDDLE - 60 });

let scene: OrdersScene;

beforeAll(script.startScripted);
beforeEach(async () => {
  scene = await openOrders();
});
afterEach(() => closeOrders(scene));

it('the label of a position has no profit while the balance is hidden', async () => {
  await hold(scene, [position()]);
  expect(placeOf(scene, '+1.00')).toBeDefined();
  balanceHidden.value = true;
  expect(() => placeOf(scene, '+1.00')).toThrow();
  expect(placeOf(scene, '▲')).toBeDefined();
  balanceHidden.value = false;
  expect(placeOf(scene, '+1.00')).toBeDefined();
});

describe('a stop that was dragged', () => {
  it('is sent after one confirmation, with the other stop, and stays where it was put until it is pushed', async () => {
    await hold(scene, [position()]);
    const before = placeOf(scene, 'SL').y;
    await pull(scene, 'SL', -24);
    await expect.element(page.getByText('Stop loss', { exact: true }).first()).toBeVisible();
    const set = dock().getByRole('button', { name: /^Set at 1\.00/ });
    await userEvent.click(set);
    const call = await script.nextCall('setStops');
    const [id, stops] = call.args as [number, { stopLoss: number; takeProfit: number }];
    expect([id, stops.takeProfit]).toEqual([1, MIDDLE + 150]);
    expect(stops.stopLoss).toBeGreaterThan(MIDDLE - 150);
    expect(placeOf(scene, 'SL …').y).toBeLessThan(before - 15);
    const moved = position({ stopLoss: stops.stopLoss });
    call.answer(ok(moved));
    await vi.waitFor(() => expect(toastTexts()).toEqual(['EUR/USD: changes saved']));
    await hold(scene, [moved]);
    await vi.waitFor(() => expect(() => placeOf(scene, 'SL …')).toThrow());
    expect(placeOf(scene, 'SL').y).toBeLessThan(before - 15);
  });

  it('of a recording cannot be dragged', async () => {
    await hold(scene, [position()]);
    replaySource.value = { file: new Blob(), name: 'noon', atMs: 0, speed: 1, isPaused: false };
    const before = placeOf(scene, 'SL').y;
    await pull(scene, 'SL', -24);
    expect(placeOf(scene, 'SL').y).toBeCloseTo(before, 0);
    expect([isClear(), shownTask.value]).toEqual([true, undefined]);
    replaySource.value = undefined;
  });

  it('stays under the finger while the list of instruments is loaded again', async () => {
    await hold(scene, [position()]);
    const { x, y } = placeOf(scene, 'SL');
    await touch('touchStart', [x, y]);
    await touch('touchMove', [x, y - 12]);
    const before = instrumentOf(eurusd.id);
    script.putMarket({ ...eurusd });
    await vi.waitFor(() => expect(instrumentOf(eurusd.id)).not.toBe(before));
    scene.view.show(lines(scene.on));
    scene.on.paint();
    expect(placeOf(scene, 'Stop loss').y).toBeLessThan(y);
    await touch('touchMove', [x, y - 24]);
    await touch('touchEnd');
    await expect.element(page.getByText('Stop loss', { exact: true }).first()).toBeVisible();
    expect(placeOf(scene, 'SL …').y).toBeLessThan(y - 15);
    await userEvent.click(dock().getByRole('button', { name: 'Cancel' }));
  });

  it('goes back when the question is answered with no', async () => {
    await hold(scene, [position()]);
    const before = placeOf(scene, 'SL').y;
    await pull(scene, 'SL', -24);
    await userEvent.click(dock().getByRole('button', { name: 'Cancel' }));
    await vi.waitFor(() => expect(placeOf(scene, 'SL').y).toBeCloseTo(before, 0));
    expect(script.calls).toEqual([]);
  });

  it('goes back and says why when the exchange refuses it; with one-tap trading nothing is asked', async () => {
    confirmOrders.value = false;
    await hold(scene, [position()]);
    const before = placeOf(scene, 'SL').y;
    await pull(scene, 'SL', -24);
    const call = await script.nextCall('setStops');
    expect([isClear(), shownTask.value]).toEqual([true, undefined]);
    call.answer(err(refusal(4101, 'The market is closed')));
    await vi.waitFor(() => expect(toastTexts()).toEqual(['The market is closed']));
    await vi.waitFor(() => expect(placeOf(scene, 'SL').y).toBeCloseTo(before, 0));
  });

  it('is sent with the other stop as another device has put it while the question was open', async () => {
    await hold(scene, [position()]);
    await pull(scene, 'TP', 24);
    await expect.element(dock()).toBeVisible();
    await hold(scene, [position({ stopLoss: MIDDLE - 100 })]);
    await userEvent.click(dock().getByRole('button', { name: /^Set at 1\.00/ }));
    const call = await script.nextCall('setStops');
    expect(call.args[1]).toMatchObject({ stopLoss: MIDDLE - 100 });
  });

  it('cannot be dragged again on a new chart until the exchange has answered', async () => {
    confirmOrders.value = false;
    await hold(scene, [position()]);
    await pull(scene, 'SL', -24);
    const call = await script.nextCall('setStops');
    scene.view.remove();
    scene.view = await render(lines(scene.on));
    scene.on.paint();
    await pull(scene, 'SL', -24);
    await pull(scene, 'TP', 24);
    expect(script.calls.filter(({ name }) => name === 'setStops')).toEqual([]);
    call.answer(err(refusal(4101, 'The market is closed')));
    await vi.waitFor(() => expect(toastTexts()).toEqual(['The market is closed']));
    await pull(scene, 'TP', 24);
    (await script.nextCall('setStops')).answer(err(refusal(4101, 'The market is closed')));
  });

  it('of several orders is always confirmed, and sent for each', async () => {
    confirmOrders.value = false;
    await hold(scene, [position(), position({ id: 3 })]);
    await pull(scene, 'SL (2)', -24);
    await expect.element(page.getByText('EUR/USD · Buy 0.20 (2)')).toBeVisible();
    await userEvent.click(dock().getByRole('button', { name: /^Set at/ }));
    for (const id of [1, 3]) {
      const call = await script.nextCall('setStops');
      expect(call.args[0]).toBe(id);
      call.answer(ok(position({ id: id })));
    }
    await vi.waitFor(() => expect(toastTexts()).toHaveLength(1));
  });
});

it.each([
  ['SL', 'Remove the stop loss?', { takeProfit: MIDDLE + 150 }],
  ['TP', 'Remove the take profit?', { stopLoss: MIDDLE - 150 }],
])(
  '%s is removed alone by its cross: after a question, with one-tap trading at once',
  async (label, title, left) => {
    await hold(scene, [position()]);
    for (const isAsked of [true, false]) {
      confirmOrders.value = isAsked;
      await tapCross(scene, label);
      if (isAsked) {
        await expect.element(page.getByText(title)).toBeVisible();
        expect(isClear()).toBe(true);
        expect(script.calls).toEqual([]);
        await userEvent.click(dock().getByRole('button', { name: 'Remove' }));
      }
      const call = await script.nextCall('setStops');
      expect(call.args).toEqual([1, left]);
      await expect.element(dock()).not.toBeInTheDocument();
      call.answer(err(refusal(4101, 'The market is closed')));
      await vi.waitFor(() => expect(underway.ids.peek().size).toBe(0));
    }
  },
);

describe('a trailing stop', () => {
  it('gets another distance and stays one', async () => {
    await hold(scene, [position({ trailPoints: 160 })]);
    await pull(scene, 'Trail 160', -20);
    await userEvent.click(dock().getByRole('button', { name: /^Trail 1[0-5]\d/ }));
    const { args } = await script.nextCall('setStops');
    const [, stops] = args as [number, { trailPoints: number }];
    expect(stops.trailPoints).toBeLessThan(160);
    expect(stops).toEqual({ takeProfit: MIDDLE + 150, trailPoints: stops.trailPoints });
  });
});

describe('an alert', () => {
  const alert = (id: number, more: Partial<Alert> = {}) =>
    priceAlert(id, { price: (MIDDLE + 60) / 100_000, ...more });

  it('of this instrument that waits for a price is on the chart, and opens the list at a tap', async () => {
    await hold(scene, []);
    script.put('alerts', [
      alert(1),
      alert(2, { isOn: false, price: 1.002 }),
      alert(3, { price: 0, percent: 2.5 }),
      alert(4, { instrumentId: 9, price: 1.0021 }),
    ]);
    await vi.waitFor(() => expect(alerts.value).toHaveLength(4));
    const written = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
    const moved = vi.spyOn(CanvasRenderingContext2D.prototype, 'translate');
    scene.on.chart.set({ stale: true });
    scene.on.paint();
    expect(moved).toHaveBeenCalledTimes(1);
    const [, y = 0] = moved.mock.calls[0] ?? [];
    expect(written.mock.calls.map(([text]) => text)).toContain('1.00260');
    vi.restoreAllMocks();
    await touch('touchStart', [20, y / devicePixelRatio + 7]);
    await touch('touchEnd');
    expect(alertRequest.value).toEqual({ instrumentId: 1 });
    hideAlerts();
  });
});

describe('a pending order', () => {
  it('gets the price to which it was dragged', async () => {
    await hold(scene, [], [pending]);
    await pull(scene, '0.10', 30);
    await userEvent.click(dock().getByRole('button', { name: /^Set at/ }));
    const { args } = await script.nextCall('amendOrder');
    expect(args[0]).toBe(2);
    expect(args[3]).toBeLessThan(MIDDLE - 60);
  });

  it.each([
    ['The market is closed', false, 1e10],
    ['Not enough free margin for this size', true, 50_000_000],
  ])('is not moved and nothing is asked: %s', async (why, marketOpen, freeMargin) => {
    confirmOrders.value = false;
    script.putBaseData();
    await hold(scene, [], [pending]);
    script.putFrame({ quotes: [{ close: MIDDLE + 10, marketOpen }], account: { freeMargin } });
    await vi.waitFor(() => expect(figures.freeMargin.value).toBe(freeMargin));
    const { x, y } = placeOf(scene, '0.10');
    await touch('touchStart', [x, y]);
    for (let i = 1; i <= 10; i++) await touch('touchMove', [x, y + i * 3]);
    expect(placeOf(scene, why)).toBeDefined();
    await touch('touchEnd');
    scene.on.paint();
    expect(placeOf(scene, '0.10').y).toBeCloseTo(y, 0);
    expect([isClear(), shownTask.value, script.calls]).toEqual([true, undefined, []]);
  });

  it('is cancelled by its cross, after the question', async () => {
    await hold(scene, [], [pending]);
    await tapCross(scene, '0.10');
    await userEvent.click(dock().getByRole('button', { name: 'Cancel order' }));
    const { args } = await script.nextCall('cancelOrder');
    expect(args).toEqual([2]);
  });
});
