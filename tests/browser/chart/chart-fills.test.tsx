import { signal } from '@preact/signals-react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import type { ClosedOrder, Position } from '../../../shared/domain/order.ts';
import { err, LOCAL_CODE, ok, refusal } from '../../../shared/result.ts';
import { CandleChart } from '../../../src/chart/CandleChart.tsx';
import { currentTheme } from '../../../src/chart/chart-theme.ts';
import { ChartFills } from '../../../src/chart/fills/ChartFills.tsx';
import { ChartSheet } from '../../../src/screens/Trade/ChartSheet.tsx';
import { working } from '../../../src/state/account.ts';
import { chartSettings } from '../../../src/state/chart-settings.ts';
import type { DrawingAsk } from '../../../src/state/drawing-kinds.ts';
import { instrumentOf } from '../../../src/state/market.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { aClosed, aPosition } from '../../helpers/orders.ts';
import type { Plain } from '../../helpers/plain.ts';
import { nextFrame, render } from '../components/render.tsx';
import * as script from '../scripted/script.ts';
import { type CandleScene, candleScene, frames, reset, row, rows, shownOf, WIDTH } from './candle-scene.ts';

/** Within the candle at this index, ms. */
const during = (index: number): number => (row(index)[0] + 20) * 1_000;
/** The last price of a candle. */
const closeOf = (index: number): number => row(index)[4];

const position = (index: number, patch: Plain<Position> = {}): Position =>
  aPosition({ id: index, createdAt: during(index), openPrice: closeOf(index), ...patch });
const closed = (from: number, to: number, patch: Plain<ClosedOrder> = {}): ClosedOrder =>
  aClosed({
    id: from,
    createdAt: during(from),
    openPrice: closeOf(from),
    closedAt: during(to),
    closePrice: closeOf(to),
    realisedPnl: 1_000_000,
    ...patch,
  });

async function hold(...positions: readonly Position[]): Promise<void> {
  script.put('working', { status: 'ready', positions, pending: [] });
  await vi.waitFor(() => {
    const now = working.value;
    expect(now.status === 'ready' && now.positions).toEqual(positions);
  });
}

const answerHistory = async (...orders: readonly ClosedOrder[]) => {
  const call = await script.nextCall('history');
  call.answer(ok({ orders, total: orders.length, realisedTotal: 0, balance: 0 }));
  return call.args;
};

beforeAll(async () => {
  localStorage.clear();
  await script.startScripted();
  script.putMarket(eurusd);
  await vi.waitFor(() => expect(instrumentOf(eurusd.id)).toBeDefined());
});
beforeEach(async () => {
  script.calls.length = 0;
  await script.signIn();
  await hold();
});

describe('the marks of fills', () => {
  let on: CandleScene;
  beforeEach(async () => {
    on = await candleScene({ candles: 60 });
  });
  const show = async () => {
    const view = await render(<ChartFills chart={on.chart} instrumentId={instrumentId(1)} />);
    on.paint();
    return view;
  };
  const picture = (): ImageData => {
    on.paint();
    const canvas = shownOf(on);
    const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
    if (!data) throw new Error('no picture');
    return data;
  };
  /** Of each row of pixels that differs, from the top, where and how many they are. */
  function changed(
    before: ImageData,
    now: ImageData,
  ): readonly { readonly x: number; readonly y: number; readonly count: number }[] {
    const [a, b] = [new Uint32Array(before.data.buffer), new Uint32Array(now.data.buffer)];
    return Array.from({ length: now.height }, (_, y) => {
      const at = Array.from({ length: now.width }, (_, x) => x).filter(
        (x) => a[y * now.width + x] !== b[y * now.width + x],
      );
      return { y, x: at.reduce((sum, x) => sum + x, 0) / at.length, count: at.length };
    }).filter(({ count }) => count > 0);
  }

  it.each([
    ['buy', 'up', 41],
    ['sell', 'down', 40],
  ] as const)('of a %s points %s at its price', async (side, way, index) => {
    const before = picture();
    await hold(position(index, { side }));
    await show();
    await answerHistory();
    const widths = changed(before, picture()).map(({ count }) => count);
    const sum = (some: readonly number[]) => some.reduce((all, one) => all + one, 0);
    const half = Math.floor(widths.length / 2);
    const [upper, lower] = [sum(widths.slice(0, half)), sum(widths.slice(-half))];
    expect(way === 'up' ? lower : upper).toBeGreaterThan(1.5 * (way === 'up' ? upper : lower));
  });

  /** What is at the middle of the pixels that differ. */
  function middleOf(before: ImageData, now: ImageData) {
    const lines = changed(before, now);
    const total = lines.reduce((sum, { count }) => sum + count, 0);
    const mean = (of: (line: (typeof lines)[number]) => number) =>
      Math.round(lines.reduce((sum, line) => sum + of(line) * line.count, 0) / total);
    return { x: mean(({ x }) => x), y: mean(({ y }) => y) };
  }
  const colourAt = ({ data, width }: ImageData, { x, y }: { readonly x: number; readonly y: number }) =>
    [...data.slice(4 * (y * width + x), 4 * (y * width + x) + 3)].join();
  const rgb = (colour: string): string => {
    const ctx = document.createElement('canvas').getContext('2d');
    if (!ctx) throw new Error('no canvas');
    ctx.fillStyle = colour;
    ctx.fillRect(0, 0, 1, 1);
    return [...ctx.getImageData(0, 0, 1, 1).data.slice(0, 3)].join();
  };

  it('are full at an entry, and hollow at an exit', async () => {
    const before = picture();
    const sold = position(40, { side: 'sell' });
    await hold(sold);
    await show();
    await answerHistory();
    const entry = picture();
    const middle = middleOf(before, entry);
    expect(colourAt(entry, middle)).toBe(rgb(currentTheme().down));
    // A buy from before the chart's first candle was closed by a sell at the same place.
    await hold();
    await answerHistory(closed(-500, 40, { id: 7, openPrice: closeOf(40), realisedPnl: 0 }));
    await vi.waitFor(() => expect(colourAt(picture(), middle)).toBe(rgb(currentTheme().surface)));
  });

  it.each([
    ['green', 1],
    ['red', -1],
    ['grey', 0],
  ] as const)(
    'of a closed order are joined by a line, %s for a result of %d',
    async (colour, realisedPnl) => {
      const before = picture();
      await show();
      // At one price: the line is level.
      await answerHistory(closed(20, 40, { closePrice: closeOf(20), realisedPnl }));
      await vi.waitFor(() => expect(changed(before, picture())).not.toEqual([]));
      const now = picture();
      const { y, count } = changed(before, now).reduce((a, b) => (b.count > a.count ? b : a));
      expect(count).toBeGreaterThan(40);
      const colours = Array.from({ length: now.width }, (_, x) => ({ x, y }))
        .filter((at) => colourAt(before, at) !== colourAt(now, at))
        .map((at) => colourAt(now, at).split(',').map(Number));
      const redness = colours.reduce((sum, [red = 0, green = 0]) => sum + red - green, 0) / colours.length;
      expect(redness < -20 ? 'green' : redness > 20 ? 'red' : 'grey').toBe(colour);
    },
  );

  it('follow the view', async () => {
    const before = picture();
    await show();
    await answerHistory(closed(50, 55), closed(2, 4));
    await vi.waitFor(() => expect(changed(before, picture())).not.toEqual([]));
    for (let key = 0; key < 40; key++) on.press('ArrowLeft');
    const marked = picture();
    on.chart.set({ fills: undefined });
    const [first, ...others] = changed(marked, picture());
    expect(first?.x).toBeLessThan(WIDTH / 2);
    expect(others.length).toBeGreaterThan(5);
  });

  it('are there as soon as the newest candle has their price', async () => {
    const [time, open, high, low, close] = row(59);
    await hold(position(59, { openPrice: high + 20 }));
    await show();
    await answerHistory();
    const waiting = picture();
    on.draw({ kind: 'put', values: [], row: [time, open, high + 25, low, close, 10] });
    const reached = picture();
    expect(changed(waiting, reached)).not.toEqual([]);
    await hold();
    await answerHistory();
    expect(changed(reached, picture())).not.toEqual([]);
  });

  it('are asked for again after a failure, and when the connection comes back', async () => {
    const before = picture();
    await script.putConnection('live');
    await show();
    (await script.nextCall('history')).answer(err(refusal(LOCAL_CODE.unknown)));
    for (const once of [1, 2]) {
      await script.putConnection('offline');
      await script.putConnection('live');
      await answerHistory(closed(30, 40 + once));
    }
    await vi.waitFor(() => expect(changed(before, picture())).not.toEqual([]));
  });

  it('ask for nothing more when the account signs out, or after their end during a load', async () => {
    await hold(position(40));
    const view = await show();
    await answerHistory();
    await script.signOut();
    expect(working.value.status).toBe('unknown');
    view.remove();
    await script.signIn();
    const other = await show();
    const call = await script.nextCall('history');
    other.remove();
    const orders = Array.from({ length: 100 }, (_, i) => closed(i % 50, 55, { id: 100 + i }));
    call.answer(ok({ orders, total: 500, realisedTotal: 0, balance: 0 }));
    // What comes after the answer has come.
    await hold(position(41));
    await nextFrame();
    expect(script.calls).toEqual([]);
  });

  it('are loaded again when a part of a position or all of it was closed, not for a new stop', async () => {
    const before = picture();
    await hold(position(40));
    await show();
    await answerHistory();
    await hold(position(40, { stopLoss: 99_000 }));
    await hold(position(40, { stopLoss: 99_000, volume: 500 }));
    await answerHistory(closed(40, 45, { id: 7 }));
    await hold();
    await answerHistory(closed(40, 50), closed(40, 45, { id: 7 }));
    await vi.waitFor(() => expect(changed(before, picture()).length).toBeGreaterThan(0));
    expect(script.calls).toEqual([]);
  });

  it('go with what shows them', async () => {
    const before = picture();
    await hold(position(40));
    const view = await show();
    await answerHistory();
    expect(changed(before, picture())).not.toEqual([]);
    view.remove();
    expect(changed(before, picture())).toEqual([]);
  });
});

describe('the switch of the marks', () => {
  const LOOK = { type: 'candles', volume: false } as const;
  const drawing = signal<DrawingAsk>(false);
  const showChart = async (widthPx?: number) => {
    const view = await render(
      <div style={{ inlineSize: widthPx }}>
        <CandleChart
          instrumentId={instrumentId(1)}
          period="1min"
          precision={5}
          look={LOOK}
          indicators={[]}
          actions={[]}
          drawing={drawing}
        />
        {widthPx === undefined && <ChartSheet open onClose={() => undefined} onDraw={() => undefined} />}
      </div>,
    );
    script.put('candles', reset(rows(0, 60)));
    await vi.waitFor(() => expect(view.host.querySelectorAll('canvas').length).toBeGreaterThan(1));
    return view;
  };
  const toggle = () => page.getByRole('switch', { name: 'My fills' });

  it('is on at first, takes them off with one key and is kept', async () => {
    await showChart();
    await answerHistory(closed(40, 50));
    await expect.element(toggle()).toBeChecked();
    (toggle().element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await expect.element(toggle()).not.toBeChecked();
    expect(chartSettings.fills.peek()).toBe(false);
    await vi.waitFor(() => expect(localStorage.getItem('pipstream.chart')).toContain('"fills":false'));
    await userEvent.keyboard(' ');
    await expect.element(toggle()).toBeChecked();
    expect(script.calls).toEqual([]);
  });

  it('has another one in the legend while marks are in view: one tap or key hides them, and shows them again', async () => {
    const view = await showChart(320);
    await answerHistory();
    const inLegend = page.getByRole('button', { name: 'My fills' });
    await expect.element(inLegend).not.toBeInTheDocument();
    await hold(position(50));
    await expect.element(inLegend).toHaveAttribute('aria-pressed', 'true');
    const box = inLegend.element().getBoundingClientRect();
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    expect(view.host.firstElementChild?.scrollWidth).toBeLessThanOrEqual(320);
    const picture = async () => {
      await frames(4);
      return [...view.host.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL()).join();
    };
    const shown = await picture();
    // Keys: a mouse leaves a crosshair.
    (inLegend.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(inLegend).toHaveAttribute('aria-pressed', 'false');
    const hidden = await picture();
    await userEvent.keyboard('{Enter}');
    await expect.element(inLegend).toHaveAttribute('aria-pressed', 'true');
    expect([hidden === shown, (await picture()) === hidden]).toEqual([false, false]);
    await userEvent.click(inLegend);
    expect(chartSettings.fills.peek()).toBe(false);
    await userEvent.click(inLegend);
    expect(chartSettings.fills.peek()).toBe(true);
    expect(script.calls).toEqual([]);
    await hold();
    await answerHistory();
    await expect.element(inLegend).not.toBeInTheDocument();
  });

  it('loads nothing where it is off from the start', async () => {
    chartSettings.fills.value = false;
    await hold(position(50));
    await showChart();
    await expect.element(toggle()).not.toBeChecked();
    await frames(2);
    expect(script.calls).toEqual([]);
    chartSettings.fills.value = true;
    await answerHistory();
  });

  it('is not there for visitors, and nothing is asked for them', async () => {
    await script.signOut('start');
    await showChart();
    await expect.element(page.getByRole('switch', { name: 'Volume' })).toBeVisible();
    await expect.element(toggle()).not.toBeInTheDocument();
    expect(script.calls).toEqual([]);
  });
});
