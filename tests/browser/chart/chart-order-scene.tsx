import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import type { PendingOrder, Position } from '../../../shared/domain/order.ts';
import { ChartOrders } from '../../../src/chart/orders/ChartOrders.tsx';
import { sentDrafts } from '../../../src/chart/orders/line-task.ts';
import { dismissToast, toasts } from '../../../src/components/toast-store.ts';
import { ChartLines } from '../../../src/screens/Trade/lines/ChartLines.tsx';
import { Ticket } from '../../../src/screens/Trade/ticket/Ticket.tsx';
import { working } from '../../../src/state/account.ts';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { quoteOf } from '../../../src/state/quotes.ts';
import { underway } from '../../../src/state/underway.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { aPosition } from '../../helpers/orders.ts';
import type { Plain } from '../../helpers/plain.ts';
import { type Rendered, render } from '../components/render.tsx';
import * as script from '../scripted/script.ts';
import { type CandleScene, candleScene, swipe, touch } from './candle-scene.ts';

/** About the middle of the prices on the chart. */
export const MIDDLE = 100_200;

export const position = (patch: Plain<Position> = {}): Position =>
  aPosition({
    openPrice: MIDDLE,
    stopLoss: MIDDLE - 150,
    takeProfit: MIDDLE + 150,
    ...patch,
  });

/** The orders on a chart, with their bar and their dock; with `ticket` that is the ticket's. */
export const lines = (on: CandleScene, ticket = false) => (
  <>
    <ChartOrders chart={on.chart} instrumentId={instrumentId(1)} />
    <ChartLines isFull={false} />
    {ticket && <Ticket instrument={eurusd} />}
  </>
);

export interface OrdersScene {
  on: CandleScene;
  view: Rendered;
}

export async function openOrders(ticket = false): Promise<OrdersScene> {
  confirmOrders.value = true;
  script.putMarket(eurusd);
  await script.signIn();
  const on = await candleScene({ candles: 60 });
  return { on, view: await render(lines(on, ticket)) };
}

export function closeOrders({ view }: OrdersScene): void {
  view.remove();
  script.calls.length = 0;
  // Of calls that a test left without an answer.
  for (const id of underway.ids.peek()) underway.release(id);
  sentDrafts.value = [];
  for (const { id } of toasts.peek()) dismissToast(id);
}

export async function hold(
  { on }: OrdersScene,
  positions: readonly Position[],
  waiting: readonly PendingOrder[] = [],
): Promise<void> {
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
function written({
  on,
}: OrdersScene): readonly { readonly text: string; readonly x: number; readonly y: number }[] {
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

export function placeOf(scene: OrdersScene, start: string) {
  const found = written(scene).find(({ text }) => text.startsWith(start));
  if (found === undefined) throw new Error(`the chart has no ${start}`);
  return found;
}

/** Taps the cross of a label: behind its money, or behind its name. */
export async function tapCross(scene: OrdersScene, name: string): Promise<void> {
  const label = placeOf(scene, name);
  const { text, x, y } = written(scene).find((one) => one.y === label.y && /^[-+]/.test(one.text)) ?? label;
  const canvas = document.createElement('canvas').getContext('2d');
  if (!canvas) throw new Error('no canvas');
  canvas.font = `11px ${getComputedStyle(document.documentElement).fontFamily}`;
  await touch('touchStart', [x + canvas.measureText(text).width + 21, y]);
  await touch('touchEnd');
}

export async function tapLabel(scene: OrdersScene, name: string): Promise<void> {
  const { x, y } = placeOf(scene, name);
  await touch('touchStart', [x, y]);
  await touch('touchEnd');
}

export const toastTexts = () => toasts.value.map(({ text }) => text);
export const dock = () => page.getByRole('group', { name: 'Orders on the chart' });
/** No sheet, and nothing that darkens the chart. */
export const isClear = () => document.querySelector('dialog, [role=dialog], [role=alertdialog]') === null;

export async function pull(scene: OrdersScene, text: string, dy: number): Promise<void> {
  const { x, y } = placeOf(scene, text);
  await swipe([x, y], [x, y + dy]);
  scene.on.paint();
}
