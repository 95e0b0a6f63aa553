import { signal } from '@preact/signals-react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import type { ClosedOrder, Position } from '../../../shared/domain/order.ts';
import { ok } from '../../../shared/result.ts';
import { CandleChart } from '../../../src/chart/CandleChart.tsx';
import { ChartFills } from '../../../src/chart/fills/ChartFills.tsx';
import { ChartSheet } from '../../../src/screens/Trade/ChartSheet.tsx';
import { working } from '../../../src/state/account.ts';
import { chartSettings } from '../../../src/state/chart-settings.ts';
import type { DrawingKind } from '../../../src/state/drawing-kinds.ts';
import { instrumentOf } from '../../../src/state/market.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { aClosed, aPosition } from '../../helpers/orders.ts';
import type { Plain } from '../../helpers/plain.ts';
import { render } from '../components/render.tsx';
import * as script from '../scripted/script.ts';
import { reset, row, rows, type CandleScene, candleScene, shownOf } from './candle-scene.ts';

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
  ): readonly { readonly x: number; readonly count: number }[] {
    const [a, b] = [new Uint32Array(before.data.buffer), new Uint32Array(now.data.buffer)];
    return Array.from({ length: now.height }, (_, y) => {
      const at = Array.from({ length: now.width }, (_, x) => x).filter(
        (x) => a[y * now.width + x] !== b[y * now.width + x],
      );
      return { x: at.reduce((sum, x) => sum + x, 0) / at.length, count: at.length };
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

  it('of a closed order are joined, those of the newest candle too, and follow the view', async () => {
    const before = picture();
    await show();
    expect(await answerHistory(closed(30, 59))).toEqual([1, { forexId: 1, limit: 100 }]);
    await vi.waitFor(() => expect(changed(before, picture()).length).toBeGreaterThan(20));
    const now = picture();
    on.chart.showNewest();
    expect(changed(now, picture())).toEqual([]);
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
  const drawing = signal<boolean | DrawingKind>(false);
  const showChart = async () => {
    const view = await render(
      <>
        <CandleChart
          instrumentId={instrumentId(1)}
          period="1min"
          precision={5}
          look={LOOK}
          indicators={[]}
          actions={[]}
          drawing={drawing}
        />
        <ChartSheet open onClose={() => undefined} />
      </>,
    );
    script.put('candles', reset(rows(0, 60)));
    await vi.waitFor(() => expect(view.host.querySelectorAll('canvas').length).toBeGreaterThan(1));
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
    // Loaded again, as anew.
    await answerHistory(closed(40, 50));
    await expect.element(toggle()).toBeChecked();
  });

  it('is not there for visitors, and nothing is asked for them', async () => {
    await script.signOut('start');
    await showChart();
    await expect.element(page.getByRole('switch', { name: 'Volume' })).toBeVisible();
    await expect.element(toggle()).not.toBeInTheDocument();
    expect(script.calls).toEqual([]);
  });
});
