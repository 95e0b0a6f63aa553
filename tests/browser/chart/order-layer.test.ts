import { afterEach, describe, expect, it, vi } from 'vitest';
import { money } from '../../../shared/domain/money.ts';
import { type OrderId, orderId, type PendingOrder, type Position } from '../../../shared/domain/order.ts';
import { price } from '../../../shared/domain/price.ts';
import { decidingPrice } from '../../../shared/domain/quote.ts';
import { UNIT_RATE } from '../../../shared/domain/rate.ts';
import { createOrderLayer, type OrderLayer, type OrderScene } from '../../../src/chart/orders/order-layer.ts';
import { formatScaled } from '../../../src/format/number.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { aPending, aPosition } from '../../helpers/orders.ts';
import type { Plain } from '../../helpers/plain.ts';
import { type CandleScene, candleScene, HEIGHT, mouse, swipe, touch } from './candle-scene.ts';

/** The price in the middle of the chart's scale, about 1.00200, and the points of a pixel. */
const MIDDLE = 100_200;

const position = (id: number, openPrice = MIDDLE, patch: Plain<Position> = {}): Position =>
  aPosition({ id, openPrice, volume: 2_000, ...patch });
const pending = (id: number, targetPrice: number, patch: Plain<PendingOrder> = {}): PendingOrder =>
  aPending({ id, volume: 2_000, targetPrice, ...patch });

interface Scene extends CandleScene {
  readonly layer: OrderLayer;
  readonly moves: unknown[];
  readonly removed: unknown[];
  /** The lines of each label that was tapped. */
  readonly chosen: unknown[];
  /** How often the label of alerts was tapped. */
  readonly opened: { count: number };
  show(orders: OrderScene['orders'], scene?: Partial<OrderScene>): void;
  /** The texts on the canvas, with their place in CSS pixels. */
  texts(): readonly { readonly text: string; readonly x: number; readonly y: number }[];
  rowOf(points: number): number;
}

afterEach(() => {
  vi.restoreAllMocks();
  window.scrollTo(0, 0);
});

/** A chart whose layer shows these orders. */
async function begin(orders?: OrderScene['orders'], first: Partial<OrderScene> = {}): Promise<Scene> {
  const on = await candleScene({ candles: 60 });
  const moves: unknown[] = [];
  const removed: unknown[] = [];
  const chosen: unknown[] = [];
  const opened = { count: 0 };
  const layer = createOrderLayer({
    t: (key, values) => `${key}${values ? ` ${Object.values(values).join(' ')}` : ''}`,
    repaint: () => on.chart.set({ layer }),
    facts: (order) => ({
      instrument: eurusd,
      isMarketOpen: true,
      now: decidingPrice(order, shown.quote),
      rate: UNIT_RATE,
      feeType: undefined,
      freeMargin: undefined,
    }),
    canMove: () => true,
    onHold: () => {},
    onChoose: (lines) => {
      if (lines) chosen.push(lines.map(({ order, part }) => ({ id: order.id, part })));
    },
    onMove: (changes) => moves.push(...changes.map(({ order, change }) => ({ id: order.id, ...change }))),
    onAlerts: () => opened.count++,
    onRemove: (lines) => removed.push(...lines.map(({ order, part }) => ({ id: order.id, part }))),
  });
  on.chart.set({ layer });
  on.chart.addGrabber(layer.grabber);
  on.chart.onTap(layer.tap);
  on.paint();
  const written = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
  const texts = () => {
    written.mockClear();
    layer.show(shown);
    on.chart.paint(layer);
    return written.mock.calls.map(([text, x, y]) => ({
      text,
      x: x / devicePixelRatio,
      y: y / devicePixelRatio,
    }));
  };
  let shown: OrderScene;
  // Two labels of the price axis, far apart, give its scale.
  const axis = () => {
    on.chart.paint({
      revision: -1,
      paint({ at }) {
        Object.assign(scale, at);
        return { rows: [], finish() {} };
      },
    });
    on.chart.set({ layer });
  };
  const scale = { top: 0, height: 0, highest: 0, lowest: 0 };
  axis();
  const scene = Object.assign(on, {
    layer,
    moves,
    removed,
    chosen,
    opened,
    show(orders: OrderScene['orders'], scene: Partial<OrderScene> = {}) {
      shown = {
        orders,
        drafts: [],
        quote: { close: price(MIDDLE + 10), ask: price(MIDDLE + 10) },
        rate: UNIT_RATE,
        instrument: eurusd,
        alerts: [],
        offered: [],
        chosen: [],
        profits: new Map<OrderId, ReturnType<typeof money>>(orders.map(({ id }) => [id, money(8_400_000)])),
        ...scene,
      };
      layer.show(shown);
      on.chart.paint(layer);
    },
    texts,
    rowOf: (points: number) =>
      (scale.top + ((scale.highest - points) / (scale.highest - scale.lowest)) * scale.height) /
      devicePixelRatio,
  });
  if (orders) scene.show(orders, first);
  return scene;
}

const find = (on: Scene, pattern: RegExp) => on.texts().filter(({ text }) => pattern.test(text));

describe('order lines', () => {
  it('of one side within a label are a group with their count, lots and profit', async () => {
    const on = await begin([position(1), position(2, MIDDLE + 4), position(3, MIDDLE - 4)]);
    const [label] = find(on, /^0\.\d0( \(|$)/);
    expect(label?.text).toBe('0.60 (3)');
    expect(find(on, /^\+25\.20$/)).toHaveLength(1);
    expect(label?.y).toBeCloseTo(on.rowOf(MIDDLE), 0);
  });

  it('of a hundred taps leave the candles between them in view', async () => {
    const on = await begin();
    const drawn = vi.spyOn(CanvasRenderingContext2D.prototype, 'lineTo');
    on.show(Array.from({ length: 100 }, (_, i) => position(i + 1, MIDDLE - i / 5)));
    // At the end of the lines, wherever the axis begins: its width is that of its texts.
    const end = Math.max(...drawn.mock.calls.map(([x]) => x));
    const levels = new Set(drawn.mock.calls.flatMap(([x, y]) => (x === end ? [y] : [])));
    const span = on.rowOf(MIDDLE - 20) - on.rowOf(MIDDLE);
    expect(levels.size).toBeGreaterThan(1);
    expect(levels.size).toBeLessThanOrEqual(2 + span / 3);
  });

  it('out of the visible prices have their label at the edge, with an arrow and the money they mean', async () => {
    const on = await begin([position(1, MIDDLE, { stopLoss: 90_000, takeProfit: 110_000 })]);
    const [stop] = find(on, /line_stop_loss/);
    const [target] = find(on, /line_take_profit/);
    expect([stop?.text, target?.text]).toEqual(['trade.line_stop_loss ↓', 'trade.line_take_profit ↑']);
    expect(stop?.y).toBeGreaterThan(HEIGHT - 24 - 24);
    expect(target?.y).toBeLessThan(14 + 24);
    expect(find(on, /^-2,040\.00$/)).toHaveLength(1);
    expect(find(on, /^\+1,960\.00$/)).toHaveLength(1);
  });

  it('leave the legends at the top free, as long as two labels have space below them', async () => {
    const on = await begin([position(1, MIDDLE, { takeProfit: 110_000 })]);
    const [free] = find(on, /line_take_profit/);
    // A line for the candle, which has its place above the plot, and two for indicators.
    on.chart.set({ legendPx: 18 + 2 * 16 });
    const [below] = find(on, /line_take_profit/);
    expect((below?.y ?? 0) - (free?.y ?? 0)).toBeCloseTo(2 * 16, 0);
    on.chart.set({ legendPx: HEIGHT });
    const [lowest] = find(on, /line_take_profit/);
    expect(lowest?.y).toBeCloseTo(HEIGHT - 24 - 4 - 2 * 24 + 12, 0);
  });

  it('change their profit with the next scene, and nothing else', async () => {
    const on = await begin([position(1)]);
    const before = on.texts().filter(({ text }) => !/^\+/.test(text));
    on.show([position(1)], { profits: new Map([[orderId(1), money(-1_750_000)]]) });
    expect(find(on, /^-1\.75$/)).toHaveLength(1);
    expect(on.texts().filter(({ text }) => !/^-/.test(text))).toEqual(before);
  });

  it('see the ask where it decides: about a position of a sell and a pending buy', async () => {
    const on = await begin();
    const sees = (order: OrderScene['orders'][number]) => {
      on.show([order]);
      return on.layer.seesAsk;
    };
    expect([sees(position(1)), sees(position(1, MIDDLE, { side: 'sell' }))]).toEqual([false, true]);
    expect([sees(pending(1, MIDDLE)), sees(pending(1, MIDDLE, { side: 'sell' }))]).toEqual([true, false]);
  });

  it('have the stops that are offered beside them, in view while the candles keep a third of it', async () => {
    const at = (points: number) => ({ points, price: price(MIDDLE - points) });
    const on = await begin([position(1)]);
    const span = on.rowOf(MIDDLE - 100) - on.rowOf(MIDDLE);
    on.show([position(1)], { offered: [at(200), at(500), at(2_000)] });
    on.paint();
    const named = (text: RegExp) => find(on, text).map(({ y }) => y);
    const [[near = 0], [far = 0]] = [named(/^200$/), named(/^500$/)];
    const [entry] = find(on, /^0\.\d0( \(|$)/);
    // To scale.
    expect((far - (entry?.y ?? 0)) / (near - (entry?.y ?? 0))).toBeCloseTo(2.5, 1);
    expect((near - (entry?.y ?? 0)) / 2).toBeGreaterThan(span / 3.1);
    expect(named(/^2,000 ↓$/)).toHaveLength(1);
    on.show([position(1)]);
    expect(named(/^(200|500|2,000 ↓)$/)).toEqual([]);
  });

  it('that trail show their distance', async () => {
    const on = await begin([position(1, MIDDLE, { stopLoss: MIDDLE - 90, trailPoints: 100 })]);
    expect(find(on, /^lines.trail 100$/)).toHaveLength(1);
  });
});

describe('alerts', () => {
  /** Where the bells of their labels are painted, rows in CSS pixels. */
  const bellsOf = (on: Scene): readonly number[] => {
    const moved = vi.spyOn(CanvasRenderingContext2D.prototype, 'translate');
    on.texts();
    const rows = moved.mock.calls.map(([, y]) => y / devicePixelRatio + 7);
    moved.mockRestore();
    return rows;
  };

  it('have a bell and a price on the axis, stacked with the labels of orders', async () => {
    const on = await begin([position(1)], { alerts: [price(MIDDLE + 4), price(MIDDLE + 150)] });
    const [order] = find(on, /^0\.\d0( \(|$)/);
    const bells = bellsOf(on);
    expect(bells).toHaveLength(2);
    const near = Math.max(...bells);
    expect(Math.min(...bells)).toBeCloseTo(on.rowOf(MIDDLE + 150), 0);
    expect((order?.y ?? 0) - near).toBeGreaterThanOrEqual(24 - 1e-6);
    expect(find(on, /^1.00350$/)).toHaveLength(1);
    expect(find(on, /^1.00204$|^1.00200$/).length).toBeGreaterThan(0);
    on.show([position(1)]);
    expect(bellsOf(on)).toEqual([]);
  });

  it('are counted in one label, with an arrow out of the visible prices', async () => {
    const on = await begin([], { alerts: [price(110_000), price(120_000)] });
    expect(find(on, /^2 × ↑$/)).toHaveLength(1);
    expect(bellsOf(on)).toHaveLength(1);
  });

  it('are opened by a tap on their label, which is no handle: the chart pans and the orders stay', async () => {
    const on = await begin([position(1, MIDDLE - 100)], { alerts: [price(MIDDLE + 60)] });
    const row = on.rowOf(MIDDLE + 60);
    const before = on.chart.view();
    await swipe([20, row], [90, row + 2]);
    expect(on.chart.view().end).toBeLessThan(before.end);
    expect(on.opened.count).toBe(0);
    on.paint();
    await touch('touchStart', [20, row + 4]);
    await touch('touchEnd');
    expect(on.opened.count).toBe(1);
    await touch('touchStart', [220, row]);
    await touch('touchEnd');
    expect([on.opened.count, on.moves, on.removed]).toEqual([1, [], []]);
  });
});

describe('a finger on a line', () => {
  it('drags a stop loss, with its money, points and risk : reward beside it, and snaps to whole points', async () => {
    const on = await begin([position(1, MIDDLE, { stopLoss: MIDDLE - 50, takeProfit: MIDDLE + 200 })]);
    const row = on.rowOf(MIDDLE - 50);
    await touch('touchStart', [200, row + 9]);
    for (let i = 1; i <= 10; i++) await touch('touchMove', [200, row + 9 + i * 4]);
    const shown = on.texts().map(({ text }) => text);
    expect(shown).toContain('order.stop_loss');
    const [points] = shown.filter((text) => /^ticket.points/.test(text));
    const distance = Number(/[0-9]+$/.exec(points ?? '')?.[0]);
    expect(distance).toBeGreaterThan(60);
    expect(shown).toContain(`-${((distance * 2_0) / 100).toFixed(2)}`);
    expect(shown).toContain(`1 : ${(Math.round(2_000 / distance) / 10).toFixed(1)}`);
    await touch('touchEnd');
    expect(on.moves).toEqual([{ id: 1, what: 'stop-loss', price: MIDDLE - distance }]);
    expect(find(on, /^order.stop_loss$/)).toEqual([]);
  });

  it('measures its texts once, however their figures change', async () => {
    const on = await begin([position(1, MIDDLE, { stopLoss: MIDDLE - 50, takeProfit: MIDDLE + 200 })]);
    const row = on.rowOf(MIDDLE - 50);
    await touch('touchStart', [200, row + 9]);
    await touch('touchMove', [200, row + 60]);
    on.texts();
    const measured = vi.spyOn(CanvasRenderingContext2D.prototype, 'measureText');
    const fonts = vi.spyOn(CanvasRenderingContext2D.prototype, 'font', 'set');
    const seen = new Set<string>();
    for (let i = 1; i <= 10; i++) {
      await touch('touchMove', [200, row + 60 + i]);
      for (const { text } of on.texts()) seen.add(text);
    }
    expect(seen.size).toBeGreaterThan(20);
    // Only figures with another number of digits.
    expect(measured.mock.calls.length).toBeLessThan(10);
    // The bubble has a larger font. Each move may be painted twice: by its own frame, and by the test.
    expect(fonts.mock.calls.length).toBeLessThanOrEqual(40);
    await touch('touchEnd');
  });

  it('or a mouse drags it, in the same way', async () => {
    const on = await begin([position(1, MIDDLE, { stopLoss: MIDDLE - 50 })]);
    const row = on.rowOf(MIDDLE - 50);
    await mouse('mousePressed', [200, row + 5]);
    for (let i = 1; i <= 10; i++) await mouse('mouseMoved', [200 + i, row + 5 + i * 4]);
    expect(find(on, /^order.stop_loss$/)).toHaveLength(1);
    const [points] = find(on, /^ticket.points/);
    const distance = Number(/[0-9]+$/.exec(points?.text ?? '')?.[0]);
    expect(distance).toBeGreaterThan(60);
    const view = on.chart.view();
    await mouse('mouseReleased', [210, row + 45]);
    expect(on.moves).toEqual([{ id: 1, what: 'stop-loss', price: MIDDLE - distance }]);
    expect(on.chart.view()).toEqual(view);
    // A mouse that moves on without its button drags nothing.
    await mouse('mouseMoved', [210, row + 80]);
    expect(find(on, /^order.stop_loss$/)).toEqual([]);
  });

  it('makes the stop or the target of a position, by the side of the market', async () => {
    const on = await begin([position(1)]);
    const row = on.rowOf(MIDDLE);
    await swipe([30, row], [30, row + 40]);
    await swipe([30, row], [30, row - 60]);
    expect(on.moves).toMatchObject([
      { id: 1, what: 'stop-loss' },
      { id: 1, what: 'take-profit' },
    ]);
  });

  it('moves a pending order, with its distance, its margin and the money at its stops beside it', async () => {
    const on = await begin([pending(1, MIDDLE - 50, { stopLoss: MIDDLE - 150, takeProfit: MIDDLE + 150 })]);
    const row = on.rowOf(MIDDLE - 50);
    await touch('touchStart', [30, row]);
    for (let i = 1; i <= 10; i++) await touch('touchMove', [30, row + i]);
    const shown = on.texts().map(({ text }) => text);
    const [points] = shown.filter((text) => /^ticket.points/.test(text));
    await touch('touchEnd');
    const [{ price: to } = { price: 0 }] = on.moves as { price: number }[];
    const distance = MIDDLE + 10 - to;
    expect(points).toBe(`ticket.points ${distance} ${distance}`);
    // 0.20 lots of 100,000, a hundredth of it as margin; a fifth of a dollar a point.
    const bubble = shown.indexOf('order.target_price');
    expect(shown.slice(bubble, bubble + 9)).toEqual([
      'order.target_price',
      points,
      'order.bond_fee',
      formatScaled((to * 2) / 10, 2),
      'trade.line_stop_loss',
      `-${formatScaled((to - MIDDLE + 150) * 20, 2)}`,
      'trade.line_take_profit',
      `+${formatScaled((MIDDLE + 150 - to) * 20, 2)}`,
      `1 : ${((MIDDLE + 150 - to) / (to - MIDDLE + 150)).toFixed(1)}`,
    ]);
  });

  it('at the edge widens the scale, so that any price can be reached, and gives it back', async () => {
    const on = await begin([position(1, MIDDLE, { stopLoss: MIDDLE - 50 })]);
    const [row, edge] = [on.rowOf(MIDDLE - 50), HEIGHT - 24];
    const labelRow = () => find(on, /line_stop_loss/)[0]?.y;
    const first = labelRow();
    await touch('touchStart', [200, row]);
    for (let y = row + 10; y < edge + 40; y += 10) await touch('touchMove', [200, y]);
    const lowest = () =>
      Math.min(...on.texts().flatMap(({ text }) => (/^\d\.\d{3,}$/.test(text) ? [Number(text)] : [])));
    const before = lowest();
    for (let i = 0; i < 60; i++) on.clock.frameAfter(16);
    expect(lowest()).toBeLessThan(before - 0.005);
    await touch('touchEnd');
    expect(on.moves).toMatchObject([{ id: 1, what: 'stop-loss' }]);
    const [move] = on.moves as { price: number }[];
    expect(move?.price).toBeLessThan(MIDDLE - 500);
    on.paint();
    on.paint();
    expect(labelRow()).toBe(first);
  });

  it('does nothing on the wrong side of the price, and says so', async () => {
    const on = await begin([position(1, MIDDLE, { stopLoss: MIDDLE - 50 })]);
    const row = on.rowOf(MIDDLE - 50);
    await touch('touchStart', [200, row]);
    for (let i = 1; i <= 12; i++) await touch('touchMove', [200, row - i * 8]);
    expect(find(on, /^ticket.problem.stop_loss_buy$/)).toHaveLength(1);
    await touch('touchEnd');
    expect(on.moves).toEqual([]);
  });

  it('lets go without effect when a second finger comes, and on Escape', async () => {
    const on = await begin([pending(1, MIDDLE - 50)]);
    const row = on.rowOf(MIDDLE - 50);
    const drag = async () => {
      on.paint();
      await touch('touchStart', [30, row]);
      for (let i = 1; i <= 5; i++) await touch('touchMove', [30, row + i * 6]);
      expect(find(on, /^order.target_price$/)).toHaveLength(1);
    };
    await drag();
    await touch('touchStart', [30, row + 30], [200, 80]);
    expect(find(on, /^order.target_price$/)).toEqual([]);
    await touch('touchMove', [30, row + 30], [120, 80]);
    await touch('touchEnd');
    await drag();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await touch('touchEnd');
    expect(on.moves).toEqual([]);
    await drag();
    await touch('touchEnd');
    expect(on.moves).toHaveLength(1);
  });

  it('leaves Enter on the crosshair to the chart, also upon a line', async () => {
    const on = await begin([pending(1, 100_000 + ((59 * 37) % 400) - 60)]);
    on.press('Enter', 'Enter');
    expect([on.told.acts, on.moves, on.removed]).toEqual([1, [], []]);
  });

  it('that taps a label beside its cross removes nothing', async () => {
    const on = await begin([position(1, MIDDLE + 100, { stopLoss: MIDDLE - 50 })]);
    await touch('touchStart', [14, on.rowOf(MIDDLE - 50)]);
    await touch('touchEnd');
    expect([on.removed, on.moves]).toEqual([[], []]);
  });
});
