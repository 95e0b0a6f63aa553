import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { price } from '../../../shared/domain/price.ts';
import { currentTheme } from '../../../src/chart/chart-theme.ts';
import { createDrawingLayer } from '../../../src/chart/drawings/drawing-layer.ts';
import type { TextStore } from '../../../src/link/storage.ts';
import { canUndoDrawing } from '../../../src/state/drawing-kinds.ts';
import { createDrawingStore, type Drawing, type DrawingStore } from '../../../src/state/drawings.ts';
import { type CandleScene, candleScene, row, swipe, touch } from './candle-scene.ts';

const EURUSD = { code: 'EURUSD', precision: 5 };

function memory(): TextStore {
  const texts = new Map<string, string>();
  return {
    get: (key) => texts.get(key) ?? null,
    set: (key, value) => void texts.set(key, value),
    remove: (key) => void texts.delete(key),
    keys: () => [...texts.keys()],
  };
}

afterEach(() => {
  vi.restoreAllMocks();
  document.documentElement.removeAttribute('data-theme');
});

async function begin(drawn: readonly Drawing[] = [], store: DrawingStore = createDrawingStore(memory())) {
  const on = await candleScene({ candles: 300 });
  store.save(EURUSD, drawn);
  const layer = createDrawingLayer(on.chart, EURUSD, store);
  on.paint();
  onTestFinished(layer.destroy);
  return { on, layer, store, list: () => store.of(EURUSD).value };
}

const tap = async (x: number, y: number) => {
  await touch('touchStart', [x, y]);
  await touch('touchEnd');
};

/** The pixels of the drawings' canvas, between the two others. */
function pictureOf(on: CandleScene): string {
  const [, drawn, over] = on.host.querySelectorAll('canvas');
  expect(over).toBeDefined();
  return drawn?.toDataURL() ?? '';
}

/** A position on the chart of a candle and a price. */
async function placeOf(on: CandleScene, at: number, points: number): Promise<readonly [number, number]> {
  on.press('Enter');
  const place = () => on.chart.crossPlace()?.price ?? 0;
  const middle = place();
  on.press('ArrowDown');
  const perPx = (middle - place()) / 4;
  const y = (on.told.pinned.at(-1) ?? 0) - 4 - (points - middle) / perPx;
  on.press('Escape');
  const { end, span } = on.chart.view();
  const box = on.host.querySelector('canvas')?.getBoundingClientRect();
  const axis = 56;
  return [((at - end + span) / span) * ((box?.width ?? 0) - axis), y];
}

describe('drawing with a finger', () => {
  it('drags a trend line from candle to candle, and the chart stays', async () => {
    const { on, layer, list } = await begin();
    const before = on.chart.view();
    layer.choose('trend');
    await swipe([80, 200], [200, 100]);
    const [line] = list();
    expect(list()).toHaveLength(1);
    if (line?.kind !== 'trend') throw new Error('no trend line');
    expect((line.from.time - row(0)[0]) % 60).toBe(0);
    expect(line.to.time).toBeGreaterThan(line.from.time);
    expect(line.to.price).toBeGreaterThan(line.from.price);
    expect(Number.isInteger(line.from.price)).toBe(true);
    expect(on.chart.view()).toEqual(before);
    expect(layer.state.value).toEqual({ status: 'selected', index: 0 });
  });

  it('takes back an addition, a move and a removal, by the keyboard too, but not what another tab has drawn', async () => {
    const store = createDrawingStore(memory());
    const { layer, list } = await begin([], store);
    layer.choose('trend');
    await swipe([80, 200], [200, 100]);
    const added = list();
    await swipe([200, 100], [220, 160]);
    const moved = list();
    expect(moved).not.toEqual(added);
    layer.delete(0);
    expect([list(), layer.state.value]).toEqual([[], { status: 'deleted' }]);
    layer.undo();
    expect([list(), layer.state.value]).toEqual([moved, { status: 'idle' }]);
    const press = (target: EventTarget, is: KeyboardEventInit) =>
      target.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyZ', key: 'z', bubbles: true, ...is }));
    const field = document.body.appendChild(document.createElement('input'));
    press(field, { ctrlKey: true });
    field.remove();
    press(document.body, {});
    expect(list()).toEqual(moved);
    press(document.body, { ctrlKey: true });
    expect(list()).toEqual(added);
    press(document.body, { metaKey: true });
    expect([list(), canUndoDrawing.value]).toEqual([[], false]);
    layer.choose('horizontal');
    await tap(100, 150);
    layer.delete();
    expect(canUndoDrawing.value).toBe(true);
    store.save(EURUSD, added);
    expect(canUndoDrawing.value).toBe(false);
    layer.undo();
    expect(list()).toEqual(added);
  });

  it('places a horizontal line and a retracement by taps', async () => {
    const { layer, list } = await begin();
    layer.choose('horizontal');
    await tap(150, 120);
    layer.choose('fibonacci');
    await tap(60, 220);
    await tap(200, 80);
    expect(list().map(({ kind }) => kind)).toEqual(['horizontal', 'fibonacci']);
  });

  it('moves a handle of the selected drawing, and says price and time meanwhile', async () => {
    const { on, layer, list } = await begin();
    layer.choose('trend');
    await swipe([80, 200], [200, 100]);
    const [before] = list();
    await touch('touchStart', [200, 100]);
    await touch('touchMove', [200, 120]);
    await touch('touchMove', [240, 160]);
    expect(on.told.crossed.at(-1)).toBeDefined();
    await touch('touchEnd');
    expect(on.told.crossed.at(-1)).toBeUndefined();
    const [after] = list();
    if (before?.kind !== 'trend' || after?.kind !== 'trend') throw new Error('no trend line');
    expect(after.from).toEqual(before.from);
    expect(after.to.time).toBeGreaterThan(before.to.time);
    expect(after.to.price).toBeLessThan(before.to.price);
  });

  it('leaves the chart to a drag over a drawing that is not selected', async () => {
    const { on, layer, list } = await begin();
    layer.choose('horizontal');
    await tap(150, 120);
    layer.done();
    const [before, view] = [list(), on.chart.view()];
    await swipe([100, 120], [200, 122]);
    expect(list()).toBe(before);
    expect(on.chart.view()).not.toEqual(view);
    await tap(150, 120);
    expect(layer.state.value).toEqual({ status: 'selected', index: 0 });
    await tap(150, 220);
    expect(layer.state.value).toEqual({ status: 'idle' });
  });

  it('ends with a second finger, which pinches', async () => {
    const { on, layer, list } = await begin();
    const { span } = on.chart.view();
    layer.choose('trend');
    await touch('touchStart', [100, 150]);
    await touch('touchMove', [120, 150]);
    await touch('touchStart', [120, 150], [200, 150]);
    await touch('touchMove', [120, 150], [280, 150]);
    await touch('touchEnd');
    expect(list()).toEqual([]);
    expect(layer.state.value).toEqual({ status: 'placing', kind: 'trend', first: undefined });
    expect(on.chart.view().span).toBeLessThan(span);
  });

  it('is given up with Escape, also while a finger is down and after the first end', async () => {
    const { layer, list } = await begin();
    const pressEscape = () =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    layer.choose('trend');
    await tap(60, 220);
    pressEscape();
    expect(layer.state.value).toEqual({ status: 'idle' });
    layer.choose('horizontal');
    await touch('touchStart', [150, 120]);
    pressEscape();
    expect(layer.state.value).toEqual({ status: 'idle' });
    await touch('touchEnd');
    expect(list()).toEqual([]);
  });

  it('has a keyboard, too: Enter places at the crosshair', async () => {
    const { on, layer, list } = await begin();
    layer.choose('trend');
    on.press('Enter', 'Enter', 'ArrowLeft', 'ArrowLeft', 'ArrowUp', 'Enter');
    const [line] = list();
    if (line?.kind !== 'trend') throw new Error('no trend line');
    expect([line.from.time, line.to.time]).toEqual([row(299)[0], row(297)[0]]);
    expect(line.from.price).toBe(row(299)[4]);
    expect(on.told.acts).toBe(0);
  });
});

describe('drawings', () => {
  it('keep the choice when another tab deletes one before it, and lose it with the drawing', async () => {
    const texts = memory();
    let hear = () => {};
    const own = createDrawingStore(texts, (_, run) => {
      hear = run;
    });
    const [first, second] = [100_100, 100_200].map(
      (at): Drawing => ({ kind: 'horizontal', price: price(at) }),
    );
    if (!first || !second) throw new Error('no lines');
    const { layer, list } = await begin([first, second], own);
    const other = createDrawingStore(texts);
    layer.select(1);
    other.save(EURUSD, [second]);
    hear();
    expect(layer.state.value).toEqual({ status: 'selected', index: 0 });
    other.save(EURUSD, [first]);
    hear();
    expect(layer.state.value).toEqual({ status: 'idle' });
    layer.select(0);
    layer.delete(0);
    expect([list(), layer.state.value]).toEqual([[], { status: 'deleted' }]);
  });

  it('are on every period of their instrument, and after a reload', async () => {
    const texts = memory();
    const first = await begin([], createDrawingStore(texts));
    first.layer.choose('horizontal');
    await tap(150, 120);
    const kept = first.list();
    first.layer.destroy();
    first.on.end();
    const again = createDrawingStore(texts);
    expect(again.of(EURUSD).value).toEqual(kept);
    expect(again.of({ code: 'GBPUSD', precision: 5 }).value).toEqual([]);
  });

  it('are not repainted by a tick, but by a pan, another theme and a deletion', async () => {
    const { on, layer } = await begin([{ kind: 'horizontal', price: price(row(298)[1]) }]);
    const shown = pictureOf(on);
    const [, drawn] = on.host.querySelectorAll('canvas');
    const painted = vi.spyOn(CanvasRenderingContext2D.prototype, 'setTransform');
    const strokes = vi.spyOn(CanvasRenderingContext2D.prototype, 'stroke');
    const [time, open, high, low] = row(299);
    for (let close = low; close < low + 5; close++) {
      on.draw({ kind: 'put', values: [], row: [time, open, high, low, close, 10] });
    }
    const ours = () =>
      strokes.mock.contexts.filter((ctx) => ctx instanceof CanvasRenderingContext2D && ctx.canvas === drawn);
    expect(ours()).toEqual([]);
    painted.mockRestore();
    document.documentElement.dataset['theme'] = 'light';
    await Promise.resolve();
    on.paint();
    expect(pictureOf(on)).not.toBe(shown);
    const light = pictureOf(on);
    layer.delete(0);
    on.paint();
    expect(pictureOf(on)).not.toBe(light);
  });

  it('lie at their candle and price, also after a pan', async () => {
    const { on, layer } = await begin([
      {
        kind: 'trend',
        from: { time: row(280)[0], price: price(row(280)[4]) },
        to: { time: row(290)[0], price: price(row(290)[4]) },
      },
    ]);
    const [x, y] = await placeOf(on, 280, row(280)[4]);
    await tap(x, y);
    expect(layer.state.value).toEqual({ status: 'selected', index: 0 });
  });

  it('have the labels of their levels on a ground of their own', async () => {
    const [from, to] = [280, 290].map((at, i) => ({ time: row(at)[0], price: price(row(280)[4] - i * 200) }));
    if (!from || !to) throw new Error('no ends');
    const { on } = await begin([{ kind: 'fibonacci', from, to }]);
    const [x, y] = await placeOf(on, 280, from.price);
    on.paint();
    const [, drawn] = on.host.querySelectorAll('canvas');
    // Between the edge of the label and its text, above the line.
    const at = [x + 6, y - 8].map((px) => Math.round(px * devicePixelRatio)) as [number, number];
    const ground = drawn?.getContext('2d')?.getImageData(...at, 1, 1).data ?? [];
    const hex = [...ground].map((part) => part.toString(16).padStart(2, '0')).join('');
    expect(`#${hex}`).toBe(`${currentTheme().raised}ff`);
  });

  it('leave no canvas behind', async () => {
    const { on, layer } = await begin([{ kind: 'horizontal', price: price(100_100) }]);
    expect(on.host.querySelectorAll('canvas')).toHaveLength(3);
    layer.destroy();
    on.paint();
    expect(on.host.querySelectorAll('canvas')).toHaveLength(2);
  });
});
