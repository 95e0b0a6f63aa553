import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Alert } from '../../../shared/contract/alerts.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import type { PendingOrder, Position } from '../../../shared/domain/order.ts';
import { err, ok, refusal } from '../../../shared/result.ts';
import { ChartOrders } from '../../../src/chart/orders/ChartOrders.tsx';
import { sentDrafts, shownTask } from '../../../src/chart/orders/line-task.ts';
import { dismissToast, toasts } from '../../../src/components/toast-store.ts';
import { ChartLines } from '../../../src/screens/Trade/lines/ChartLines.tsx';
import { figures, working } from '../../../src/state/account.ts';
import { alertRequest, alerts, hideAlerts } from '../../../src/state/alerts.ts';
import { instrumentOf } from '../../../src/state/market.ts';
import { balanceHidden, confirmOrders } from '../../../src/state/preferences.ts';
import { quoteOf } from '../../../src/state/quotes.ts';
import { replaySource } from '../../../src/state/replay-source.ts';
import { underway } from '../../../src/state/underway.ts';
import { priceAlert } from '../../helpers/alerts.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { aPending, aPosition } from '../../helpers/orders.ts';
import type { Plain } from '../../helpers/plain.ts';
import { type Rendered, render } from '../components/render.tsx';
import * as script from '../scripted/script.ts';
import { type CandleScene, candleScene, swipe, touch } from './candle-scene.ts';

/** About the middle of the prices on the chart. */
const MIDDLE = 100_200;

const position = (patch: Plain<Position> = {}): Position =>
  aPosition({
    openPrice: MIDDLE,
    stopLoss: MIDDLE - 150,
    takeProfit: MIDDLE + 150,
    ...patch,
  });
const pending = aPending({ id: 2, targetPrice: MIDDLE - 60 });

const lines = () => (
  <>
    <ChartOrders chart={on.chart} instrumentId={instrumentId(1)} />
    <ChartLines isFull={false} />
  </>
);

let on: CandleScene;
let view: Rendered;

beforeAll(script.startScripted);
beforeEach(async () => {
  confirmOrders.value = true;
  script.putMarket(eurusd);
  await script.signIn();
  on = await candleScene({ candles: 60 });
  view = await render(lines());
});
afterEach(() => {
  view.remove();
  script.calls.length = 0;
  // Of calls that a test left without an answer.
  for (const id of underway.ids.peek()) underway.release(id);
  sentDrafts.value = [];
  for (const { id } of toasts.peek()) dismissToast(id);
});

async function hold(positions: readonly Position[], waiting: readonly PendingOrder[] = []): Promise<void> {
  script.put('working', { status: 'ready', positions, pending: waiting });
  await vi.waitFor(() => {
    const now = working.value;
    expect(now.status === 'ready' && [...now.positions, ...now.pending]).toEqual([...positions, ...waiting]);
  });
  script.putFrame({
    quotes: [{ close: MIDDLE + 10 }],
    positions: positions.map(({ id }) => ({ id, price: MIDDLE + 10, pnl: 1_000_000 })),
  });
  await vi.waitFor(() => expect(quoteOf(instrumentId(1)).close.value).toBe(MIDDLE + 10));
  on.paint();
}

/** The texts on the canvas and where they are, CSS pixels. */
function written(): readonly { readonly text: string; readonly x: number; readonly y: number }[] {
  // Two changes that have the overlay painted; the second is noted.
  on.chart.set({ stale: true });
  on.paint();
  const spy = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
  on.chart.set({ stale: false });
  on.paint();
  const all = spy.mock.calls.map(([text, x, y]) => ({
    text,
    x: x / devicePixelRatio,
    y: y / devicePixelRatio,
  }));
  spy.mockRestore();
  return all;
}
function placeOf(start: string) {
  const found = written().find(({ text }) => text.startsWith(start));
  if (found === undefined) throw new Error(`the chart has no ${start}`);
  return found;
}

/** Taps the cross of a label: behind its money, or behind its name. */
async function tapCross(name: string): Promise<void> {
  const label = placeOf(name);
  const { text, x, y } = written().find((one) => one.y === label.y && /^[-+]/.test(one.text)) ?? label;
  const canvas = document.createElement('canvas').getContext('2d');
  if (!canvas) throw new Error('no canvas');
  canvas.font = `11px ${getComputedStyle(document.documentElement).fontFamily}`;
  await touch('touchStart', [x + canvas.measureText(text).width + 21, y]);
  await touch('touchEnd');
}

const texts = () => toasts.value.map(({ text }) => text);
const dock = () => page.getByRole('group', { name: 'Orders on the chart' });
/** No sheet, and nothing that darkens the chart. */
const isClear = () => document.querySelector('dialog, [role=dialog], [role=alertdialog]') === null;
const pull = async (text: string, dy: number) => {
  const { x, y } = placeOf(text);
  await swipe([x, y], [x, y + dy]);
  on.paint();
};

it('the label of a position has no profit while the balance is hidden', async () => {
  await hold([position()]);
  expect(placeOf('+1.00')).toBeDefined();
  balanceHidden.value = true;
  expect(() => placeOf('+1.00')).toThrow();
  expect(placeOf('▲')).toBeDefined();
  balanceHidden.value = false;
  expect(placeOf('+1.00')).toBeDefined();
});

describe('a stop that was dragged', () => {
  it('is sent after one confirmation, with the other stop, and stays where it was put until it is pushed', async () => {
    await hold([position()]);
    const before = placeOf('SL').y;
    await pull('SL', -24);
    await expect.element(page.getByText('Stop loss', { exact: true })).toBeVisible();
    const set = dock().getByRole('button', { name: /^Set at 1\.00/ });
    await userEvent.click(set);
    const call = await script.nextCall('setStops');
    const [id, stops] = call.args as [number, { stopLoss: number; takeProfit: number }];
    expect([id, stops.takeProfit]).toEqual([1, MIDDLE + 150]);
    expect(stops.stopLoss).toBeGreaterThan(MIDDLE - 150);
    expect(placeOf('SL …').y).toBeLessThan(before - 15);
    const moved = position({ stopLoss: stops.stopLoss });
    call.answer(ok(moved));
    await vi.waitFor(() => expect(texts()).toEqual(['EUR/USD: changes saved']));
    await hold([moved]);
    await vi.waitFor(() => expect(() => placeOf('SL …')).toThrow());
    expect(placeOf('SL').y).toBeLessThan(before - 15);
  });

  it('of a recording cannot be dragged', async () => {
    await hold([position()]);
    replaySource.value = { file: new Blob(), name: 'noon', atMs: 0, speed: 1, isPaused: false };
    const before = placeOf('SL').y;
    await pull('SL', -24);
    expect(placeOf('SL').y).toBeCloseTo(before, 0);
    expect([isClear(), shownTask.value]).toEqual([true, undefined]);
    replaySource.value = undefined;
  });

  it('stays under the finger while the list of instruments is loaded again', async () => {
    await hold([position()]);
    const { x, y } = placeOf('SL');
    await touch('touchStart', [x, y]);
    await touch('touchMove', [x, y - 12]);
    const before = instrumentOf(eurusd.id);
    script.putMarket({ ...eurusd });
    await vi.waitFor(() => expect(instrumentOf(eurusd.id)).not.toBe(before));
    view.show(lines());
    on.paint();
    expect(placeOf('Stop loss').y).toBeLessThan(y);
    await touch('touchMove', [x, y - 24]);
    await touch('touchEnd');
    await expect.element(page.getByText('Stop loss', { exact: true })).toBeVisible();
    expect(placeOf('SL …').y).toBeLessThan(y - 15);
    await userEvent.click(dock().getByRole('button', { name: 'Cancel' }));
  });

  it('goes back when the question is answered with no', async () => {
    await hold([position()]);
    const before = placeOf('SL').y;
    await pull('SL', -24);
    await userEvent.click(dock().getByRole('button', { name: 'Cancel' }));
    await vi.waitFor(() => expect(placeOf('SL').y).toBeCloseTo(before, 0));
    expect(script.calls).toEqual([]);
  });

  it('goes back and says why when the exchange refuses it; with one-tap trading nothing is asked', async () => {
    confirmOrders.value = false;
    await hold([position()]);
    const before = placeOf('SL').y;
    await pull('SL', -24);
    const call = await script.nextCall('setStops');
    expect([isClear(), shownTask.value]).toEqual([true, undefined]);
    call.answer(err(refusal(4101, 'The market is closed')));
    await vi.waitFor(() => expect(texts()).toEqual(['The market is closed']));
    await vi.waitFor(() => expect(placeOf('SL').y).toBeCloseTo(before, 0));
  });

  it('is sent with the other stop as another device has put it while the question was open', async () => {
    await hold([position()]);
    await pull('TP', 24);
    await expect.element(dock()).toBeVisible();
    await hold([position({ stopLoss: MIDDLE - 100 })]);
    await userEvent.click(dock().getByRole('button', { name: /^Set at 1\.00/ }));
    const call = await script.nextCall('setStops');
    expect(call.args[1]).toMatchObject({ stopLoss: MIDDLE - 100 });
  });

  it('cannot be dragged again on a new chart until the exchange has answered', async () => {
    confirmOrders.value = false;
    await hold([position()]);
    await pull('SL', -24);
    const call = await script.nextCall('setStops');
    view.remove();
    view = await render(lines());
    on.paint();
    await pull('SL', -24);
    await pull('TP', 24);
    expect(script.calls.filter(({ name }) => name === 'setStops')).toEqual([]);
    call.answer(err(refusal(4101, 'The market is closed')));
    await vi.waitFor(() => expect(texts()).toEqual(['The market is closed']));
    await pull('TP', 24);
    (await script.nextCall('setStops')).answer(err(refusal(4101, 'The market is closed')));
  });

  it('of several orders is always confirmed, and sent for each', async () => {
    confirmOrders.value = false;
    await hold([position(), position({ id: 3 })]);
    await pull('SL (2)', -24);
    await expect.element(page.getByText('EUR/USD · Buy 0.20 (2)')).toBeVisible();
    await userEvent.click(dock().getByRole('button', { name: /^Set at/ }));
    for (const id of [1, 3]) {
      const call = await script.nextCall('setStops');
      expect(call.args[0]).toBe(id);
      call.answer(ok(position({ id: id })));
    }
    await vi.waitFor(() => expect(texts()).toHaveLength(1));
  });
});

it.each([
  ['SL', 'Remove the stop loss?', { takeProfit: MIDDLE + 150 }],
  ['TP', 'Remove the take profit?', { stopLoss: MIDDLE - 150 }],
])(
  '%s is removed alone by its cross: after a question, with one-tap trading at once',
  async (label, title, left) => {
    await hold([position()]);
    for (const isAsked of [true, false]) {
      confirmOrders.value = isAsked;
      await tapCross(label);
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
    await hold([position({ trailPoints: 160 })]);
    await pull('Trail 160', -20);
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
    await hold([]);
    script.put('alerts', [
      alert(1),
      alert(2, { isOn: false, price: 1.002 }),
      alert(3, { price: 0, percent: 2.5 }),
      alert(4, { instrumentId: 9, price: 1.0021 }),
    ]);
    await vi.waitFor(() => expect(alerts.value).toHaveLength(4));
    const written = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
    const moved = vi.spyOn(CanvasRenderingContext2D.prototype, 'translate');
    on.chart.set({ stale: true });
    on.paint();
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
    await hold([], [pending]);
    await pull('0.10', 30);
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
    await hold([], [pending]);
    script.putFrame({ quotes: [{ close: MIDDLE + 10, marketOpen }], account: { freeMargin } });
    await vi.waitFor(() => expect(figures.freeMargin.value).toBe(freeMargin));
    const { x, y } = placeOf('0.10');
    await touch('touchStart', [x, y]);
    for (let i = 1; i <= 10; i++) await touch('touchMove', [x, y + i * 3]);
    expect(placeOf(why)).toBeDefined();
    await touch('touchEnd');
    on.paint();
    expect(placeOf('0.10').y).toBeCloseTo(y, 0);
    expect([isClear(), shownTask.value, script.calls]).toEqual([true, undefined, []]);
  });

  it('is cancelled by its cross, after the question', async () => {
    await hold([], [pending]);
    await tapCross('0.10');
    await userEvent.click(dock().getByRole('button', { name: 'Cancel order' }));
    const { args } = await script.nextCall('cancelOrder');
    expect(args).toEqual([2]);
  });
});
