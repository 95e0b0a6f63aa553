import { afterEach, describe, expect, it, vi } from 'vitest';
import { type CandleRow, candleRow, createCandles, putCandle } from '../../../shared/domain/candle.ts';
import { createIndicatorSeries } from '../../../shared/indicators/indicator-series.ts';
import type { IndicatorSpec } from '../../../shared/indicators/kinds.ts';
import { parseIndicator } from '../../../shared/indicators/spec.ts';
import { takeHeikinAshi } from '../../../src/chart/heikin-ashi.ts';
import { createStudies } from '../../../src/chart/studies.ts';
import {
  type CandleScene,
  candleScene,
  canvasesOf,
  HEIGHT,
  reset,
  row,
  rows,
  shownOf,
  touch,
} from './candle-scene.ts';

/** 2026-11-20 00:00 UTC. */
const MIDNIGHT = 1_795_132_800;

afterEach(() => {
  vi.restoreAllMocks();
});

const specsOf = (...names: readonly string[]): IndicatorSpec[] =>
  names.map((name) => {
    const parsed = parseIndicator(name);
    if (!parsed.ok) throw new Error(parsed.error);
    return parsed.value;
  });

/** What the worker would send for the candles: columns with the values of the indicators. */
function resetWith(specs: readonly IndicatorSpec[], list: readonly CandleRow[]) {
  const candles = createCandles();
  for (const one of list) putCandle(candles, one);
  return { ...reset(list), values: createIndicatorSeries(specs).reset(candles) };
}

function putWith(specs: readonly IndicatorSpec[], before: readonly CandleRow[], last: CandleRow) {
  const candles = createCandles();
  for (const one of [...before, last]) putCandle(candles, one);
  const columns = createIndicatorSeries(specs).reset(candles);
  const values = Array.from(
    { length: columns.length / candles.length },
    (_, i) => columns[(i + 1) * candles.length - 1] ?? 0,
  );
  return { kind: 'put', row: last, values } as const;
}

/** The visible picture as pixels. */
function pixelsOf(on: CandleScene): ImageData {
  const both = shownOf(on);
  const data = both.getContext('2d')?.getImageData(0, 0, both.width, both.height);
  if (!data) throw new Error('no picture');
  return data;
}

/** Pixels that differ clearly; the edges of two strokes that meet may differ a little from those of one. */
function difference(a: ImageData, b: ImageData): number {
  let count = 0;
  for (let i = 0; i < a.data.length; i += 4)
    if ([0, 1, 2, 3].some((part) => Math.abs((a.data[i + part] ?? 0) - (b.data[i + part] ?? 0)) > 60))
      count++;
  return count;
}

const FIVE = specsOf('sma:20', 'bollinger:20:2', 'ema:9', 'rsi:14', 'macd:12:26:9');
const CLOUD = specsOf('ichimoku:9:26:52', 'stochastic:14:3', 'cci:20');
const LOOKS = [
  ['bars', { type: 'bars', volume: false }, []],
  ['a line', { type: 'line', volume: false }, []],
  ['an area', { type: 'area', volume: false }, []],
  ['Heikin-Ashi', { type: 'heikin-ashi', volume: false }, []],
  ['volume', { type: 'candles', volume: true }, []],
  ['five indicators', { type: 'candles', volume: false }, FIVE],
  ['a cloud and oscillators', { type: 'candles', volume: false }, CLOUD],
] as const;

function show(on: CandleScene, look: (typeof LOOKS)[number][1], indicators: readonly IndicatorSpec[]) {
  on.chart.show({ period: '1min', precision: 5, clear: true, indicators });
  on.chart.set({ look, studies: createStudies() });
}

describe('a chart with', () => {
  it.each(LOOKS)(
    '%s looks unlike plain candles, and after ticks and pans like one drawn again',
    async (_, look, specs) => {
      const plain = await candleScene({ candles: 120 });
      const on = await candleScene();
      show(on, look, specs);
      on.draw(resetWith(specs, rows(0, 120)));
      expect(difference(pixelsOf(on), pixelsOf(plain))).toBeGreaterThan(300);
      const [time, open, high, low, close] = row(119);
      const ticks = [
        [time, open, high, low, close + 40, 11],
        [time, open, high + 900, low, high + 800, 40],
        [time, open, high, low, open, 12],
      ] satisfies CandleRow[];
      const earlier = rows(0, 119);
      const press = (scene: CandleScene, key: string) => {
        scene.press(key);
        scene.paint();
      };
      for (const last of ticks) {
        on.draw(putWith(specs, earlier, last));
        const fresh = await candleScene();
        show(fresh, look, specs);
        fresh.draw(resetWith(specs, [...earlier, last]));
        expect(difference(pixelsOf(on), pixelsOf(fresh))).toBe(0);
        for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowRight', 'ArrowRight']) {
          press(on, key);
          press(fresh, key);
        }
        expect(difference(pixelsOf(on), pixelsOf(fresh))).toBe(0);
      }
    },
  );

  it.each(LOOKS)(
    '%s repaints the newest candle alone on ticks among the visible prices',
    async (_, look, specs) => {
      const on = await candleScene();
      show(on, look, specs);
      on.draw(resetWith(specs, rows(0, 120)));
      const clear = vi.spyOn(CanvasRenderingContext2D.prototype, 'clearRect');
      const [time, open, high, low, close] = row(119);
      const span = close - open;
      for (let i = 0; i < 20; i++) {
        on.chart.apply(
          putWith(specs, rows(0, 119), [time, open, high, low, open + Math.round((span * i) / 20), 10]),
        );
        on.paint();
      }
      const [, over] = canvasesOf(on);
      const painted = clear.mock.contexts.map((ctx) =>
        ctx instanceof CanvasRenderingContext2D ? ctx.canvas : undefined,
      );
      const lower = painted.filter((canvas) => canvas !== over).length;
      expect(painted.length - lower).toBeGreaterThanOrEqual(20);
      // A scale that is passed changes once.
      expect(lower).toBeLessThanOrEqual(3);
    },
  );

  /** How often the canvas is asked for strokes and clips by a tick that redraws the newest candle alone. */
  async function callsOfTick(specs: readonly IndicatorSpec[]) {
    const on = await candleScene();
    show(on, LOOKS[5][1], specs);
    on.draw(resetWith(specs, rows(0, 120)));
    const calls = (['stroke', 'clip', 'clearRect'] as const).map((name) =>
      vi.spyOn(CanvasRenderingContext2D.prototype, name),
    );
    const [time, open, high, low, close] = row(119);
    on.draw(putWith(specs, rows(0, 119), [time, open, high, low, close + 1, 11]));
    const [strokes = 0, clips = 0, clears] = calls.map(({ mock }) => mock.calls.length);
    expect(clears).toBe(1);
    return { strokes, clips };
  }

  it('five indicators strokes each colour once on a tick, and clips nothing that stays in its box', async () => {
    // Three colours and the line of the last price.
    expect(await callsOfTick(FIVE)).toEqual({ strokes: 4, clips: 0 });
  });

  it('lines that leave their box clips each box on a tick', async () => {
    expect((await callsOfTick(specsOf('bollinger:20:10', 'rsi:14'))).clips).toBe(2);
  });

  it('five indicators has no more path operations with 5,000 candles than with 300', async () => {
    const on = await candleScene();
    const to = vi.spyOn(CanvasRenderingContext2D.prototype, 'lineTo');
    const cost = (count: number) => {
      show(on, LOOKS[5][1], FIVE);
      to.mockClear();
      on.draw(resetWith(FIVE, rows(0, count)));
      return to.mock.calls.length;
    };
    const few = cost(300);
    expect(few).toBeGreaterThan(100);
    expect(cost(5_000)).toBeLessThanOrEqual(few * 1.1);
  });
});

describe('prices as', () => {
  /** The rectangles and the points of lines of a first paint, and the row of a price, in pixels of the canvas. */
  async function painted(look: (typeof LOOKS)[number][1]) {
    const on = await candleScene();
    show(on, look, []);
    const rects = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillRect');
    const points = vi.spyOn(CanvasRenderingContext2D.prototype, 'lineTo');
    const starts = vi.spyOn(CanvasRenderingContext2D.prototype, 'moveTo');
    on.chart.apply(
      reset(rows(0, 60).map(([time, open, high, low, close], i) => [time, open, high, low, close, i])),
    );
    on.paint();
    const calls = {
      rects: rects.mock.calls.map(([x, y, width, height]) => ({ x, y, width, height })),
      points: [...starts.mock.calls, ...points.mock.calls].map(([x, y]) => ({ x, y })),
    };
    vi.restoreAllMocks();
    const scale = { top: 0, height: 0, highest: 0, lowest: 0 };
    on.chart.paint({
      revision: -1,
      paint({ at }) {
        Object.assign(scale, at);
        return { rows: [], finish() {} };
      },
    });
    const rowOf = (points: number) =>
      scale.top + ((scale.highest - points) / (scale.highest - scale.lowest)) * scale.height;
    return { ...calls, rowOf, floor: scale.top + scale.height };
  }
  const NEAR_PX = 2;
  const isNear = (a: number, b: number) => Math.abs(a - b) <= NEAR_PX;

  it('bars reach from low to high, with the open at the left and the close at the right', async () => {
    const { rects, rowOf } = await painted({ type: 'bars', volume: false });
    for (const at of [40, 47, 55]) {
      const [, open, high, low, close] = row(at);
      const stem = rects.findIndex(
        ({ y, height }) => isNear(y, rowOf(high)) && isNear(y + height, rowOf(low)),
      );
      const [body, left, right] = rects.slice(stem, stem + 3);
      if (!body || !left || !right) throw new Error(`no bar ${at}`);
      expect(isNear(left.y, rowOf(open)) && isNear(right.y, rowOf(close))).toBe(true);
      expect([left.x + left.width, right.x]).toEqual([body.x, body.x + body.width]);
    }
  });

  it.each(['line', 'area'] as const)('a path of type %s goes through every close', async (type) => {
    const { points, rowOf } = await painted({ type, volume: false });
    for (const at of [40, 47, 55, 59])
      expect(points.filter(({ y }) => isNear(y, rowOf(row(at)[4]))).length).toBeGreaterThan(0);
  });

  it('volume stands on the floor, as high as its part of the most', async () => {
    const { rects, floor } = await painted({ type: 'candles', volume: true });
    // A grid line begins at the top.
    const bars = rects.filter(({ y, height }) => isNear(y + height, floor) && y > floor / 2);
    const heights = bars.map(({ height }) => height).toSorted((a, b) => a - b);
    // The volumes in view are one after the other: so are the heights, up to a fifth of the chart.
    expect(heights.length).toBeGreaterThan(20);
    const most = heights.at(-1) ?? 0;
    expect(most).toBeGreaterThan(0.1 * floor);
    expect(most).toBeLessThan(0.25 * floor);
    for (const [i, height] of heights.entries())
      expect(isNear(height, (most * (60 - heights.length + i)) / 59)).toBe(true);
  });
});

describe('VWAP', () => {
  const strokes = async (period: 'minutes' | 'days') => {
    const specs = specsOf('vwap');
    const on = await candleScene();
    on.chart.show({
      period: period === 'minutes' ? '1min' : '1day',
      precision: 5,
      clear: true,
      indicators: specs,
    });
    on.chart.set({ look: { type: 'candles', volume: false }, studies: createStudies() });
    const seconds = period === 'minutes' ? 60 : 86_400;
    // Twenty candles before and after midnight.
    const list = Array.from({ length: 40 }, (_, i): CandleRow => {
      const [, ...prices] = row(i);
      return [MIDNIGHT + (i - 20) * seconds, ...prices];
    });
    const moved = vi.spyOn(CanvasRenderingContext2D.prototype, 'moveTo');
    const lined = vi.spyOn(CanvasRenderingContext2D.prototype, 'lineTo');
    on.draw(resetWith(specs, list));
    const xs = (calls: readonly (readonly number[])[]) => calls.map(([x = 0]) => x);
    const drawn = { moves: xs(moved.mock.calls), lines: xs(lined.mock.calls) };
    vi.restoreAllMocks();
    return drawn;
  };

  it('is a line of its own for each day, and one line in candles of days', async () => {
    const [minutes, days] = [await strokes('minutes'), await strokes('days')];
    expect(minutes.lines).toHaveLength(days.lines.length - 1);
    expect(minutes.moves).toHaveLength(days.moves.length + 1);
    const [begun] = minutes.moves.filter((x) => !days.moves.includes(x));
    expect(days.lines).toContain(begun);
    expect(minutes.lines).not.toContain(begun);
  });
});

describe('a line beyond the candles', () => {
  /** The rows of its points, and the box of the prices, in pixels of the canvas. */
  async function paintedBelow(distance: number) {
    const specs = specsOf('vwap');
    const on = await candleScene();
    show(on, { type: 'candles', volume: false }, specs);
    // Nearly all of the volume is in candles before the view.
    const list = Array.from({ length: 300 }, (_, i): CandleRow => {
      const [time, open, high, low, close] = row(i);
      const less = i < 100 ? distance : 0;
      return [time, open - less, high - less, low - less, close - less, i < 100 ? 1e9 : 1];
    });
    const lined = vi.spyOn(CanvasRenderingContext2D.prototype, 'lineTo');
    on.draw(resetWith(specs, list));
    const rows = lined.mock.calls.map(([, y]) => y);
    lined.mockRestore();
    let box = { top: 0, height: 0, highest: 0, lowest: 0 };
    on.chart.paint({
      revision: -1,
      paint({ at }) {
        box = at;
        return { rows: [], finish() {} };
      },
    });
    return { rows, box };
  }

  it('widens the scale until it is in view', async () => {
    // The candles of `row` have less than 600 points between them.
    const { rows, box } = await paintedBelow(700);
    expect(box.lowest).toBeLessThan(99_500);
    const inside = rows.filter((y) => y > box.top + box.height / 2 && y < box.top + box.height - 4);
    expect(inside.length).toBeGreaterThan(20);
  });

  it('leaves the candles half of the height, and runs along the edge when it is farther away', async () => {
    const heightOf = ({ highest, lowest }: { readonly highest: number; readonly lowest: number }) =>
      highest - lowest;
    const candles = heightOf((await paintedBelow(0)).box);
    const { rows, box } = await paintedBelow(20_000);
    expect(heightOf(box)).toBeCloseTo(2 * candles, 3);
    const bottom = box.top + box.height;
    expect(rows.filter((y) => Math.abs(y - bottom) < 3).length).toBeGreaterThan(20);
    expect(rows.filter((y) => y > bottom)).toEqual([]);
  });
});

describe('the crosshair', () => {
  it('reads Heikin-Ashi candles as they are drawn', async () => {
    const on = await candleScene();
    show(on, { type: 'heikin-ashi', volume: false }, []);
    on.draw(reset(rows(0, 120)));
    await touch('touchStart', [150, 120]);
    on.clock.advance(350);
    await touch('touchEnd');
    const crossed = on.told.crossed.find((one) => one !== undefined);
    const [candles, out] = [createCandles(), createCandles()];
    for (const one of rows(0, 120)) putCandle(candles, one);
    takeHeikinAshi(out, candles, 0);
    const at = candles.time.indexOf(crossed?.[0] ?? -1);
    expect(at).toBeGreaterThan(10);
    expect(crossed).toEqual(candleRow(out, at));
    expect(crossed).not.toEqual(candleRow(candles, at));
  });
});

describe('the view', () => {
  it('stays when an indicator is added, also between two candles', async () => {
    const on = await candleScene();
    on.draw(reset(rows(100, 400)));
    for (let i = 0; i < 7; i++) on.press('ArrowLeft');
    const before = on.chart.view();
    const specs = specsOf('sma:20');
    on.chart.show({ period: '1min', precision: 5, clear: false, indicators: specs });
    expect(on.chart.view()).toEqual(before);
    // The worker has loaded older candles in the meantime.
    on.chart.apply(resetWith(specs, rows(0, 400)));
    expect(on.chart.view()).toEqual({ ...before, end: before.end + 100 });
  });

  it('is reported when a finger moves it, and begins there again', async () => {
    const on = await candleScene({ candles: 400 });
    on.press('-', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    on.paint();
    const range = on.told.ranges.at(-1);
    expect(range?.endS).toBeDefined();
    const { end, span } = on.chart.view();
    const again = await candleScene();
    again.chart.show({ period: '1min', precision: 5, clear: false, range });
    again.draw(reset(rows(0, 410)));
    expect(again.chart.view().span).toBeCloseTo(span, 6);
    expect(Math.abs(again.chart.view().end - end)).toBeLessThanOrEqual(1);
    on.chart.showNewest();
    expect(on.told.ranges.at(-1)?.endS).toBeUndefined();
  });
});

describe('Ichimoku', () => {
  const specs = specsOf('ichimoku:3:6:9');
  const drawn = async (
    indicators: readonly IndicatorSpec[],
    key: 'ArrowLeft' | 'ArrowRight',
    presses: number,
  ) => {
    const on = await candleScene();
    show(on, { type: 'candles', volume: false }, indicators);
    on.draw(resetWith(indicators, rows(0, 120)));
    for (let i = 0; i < presses; i++) {
      on.press(key);
      on.paint();
    }
    return on;
  };
  it('has a cloud as many candles ahead as its base is long', async () => {
    const on = await drawn(specs, 'ArrowRight', 40);
    on.press('ArrowLeft');
    on.paint();
    const moveTo = vi.spyOn(CanvasRenderingContext2D.prototype, 'moveTo');
    on.press('ArrowRight');
    on.paint();
    const { end, span } = on.chart.view();
    const { width } = pixelsOf(on);
    // The plot is narrower than the picture, so each candle is left of where this says.
    const atMost = (candle: number) => ((candle - (end - span)) / span) * width;
    const last = Math.max(...moveTo.mock.calls.map(([x]) => x));
    // Its last part begins at the candle before the last.
    expect(last).toBeGreaterThan(atMost(119));
    expect(last).toBeLessThan(atMost(118 + 6));
  });

  it('draws the newest close, as many candles behind, when its candle is out of view', async () => {
    const strokesOfTick = async (indicators: readonly IndicatorSpec[]) => {
      const on = await drawn(indicators, 'ArrowLeft', 8);
      expect(on.chart.view().end).toBeLessThan(118.5);
      const stroke = vi.spyOn(CanvasRenderingContext2D.prototype, 'stroke');
      const [time, open, high, low] = row(119);
      on.draw(putWith(indicators, rows(0, 119), [time, open, high, low, low, 11]));
      const { length } = stroke.mock.calls;
      stroke.mockRestore();
      return length;
    };
    const [behind, plain] = [await strokesOfTick(specs), await strokesOfTick(specsOf('bollinger:20:2'))];
    expect(behind).toBeGreaterThan(plain);
  });
});

describe('a pane', () => {
  it('lies between the prices and the time axis, with its line at the values', async () => {
    const specs = specsOf('rsi:14');
    const on = await candleScene();
    show(on, { type: 'candles', volume: false }, specs);
    const list = rows(0, 120);
    const update = resetWith(specs, list);
    on.draw(update);
    const { data, width, height } = pixelsOf(on);
    const ratio = height / HEIGHT;
    const paneHeight = Math.round(HEIGHT * 0.22);
    const top = HEIGHT - 24 - paneHeight;
    const { end, span } = on.chart.view();
    // The violet line: more blue than green. Its rows at the middle of a candle in view hold the value.
    const isLine = (x: number, y: number) => {
      const at = (y * width + x) * 4;
      return (data[at + 2] ?? 0) - (data[at + 1] ?? 0) > 40 && (data[at] ?? 0) > 100;
    };
    const plot = (() => {
      for (let x = width - 1; x > 0; x--)
        for (let y = Math.round((top + 2) * ratio); y < Math.round((HEIGHT - 26) * ratio); y++)
          if (isLine(x, y)) return x;
      return 0;
    })();
    // The line ends in the middle of the newest candle.
    const plotWidth = plot / ((119 - (end - span)) / span);
    for (const index of [90, 100, 110]) {
      const x = Math.round(((index - (end - span)) / span) * plotWidth);
      const found = Array.from(
        { length: Math.round(paneHeight * ratio) },
        (_, i) => Math.round(top * ratio) + i,
      ).filter((y) => isLine(x, y));
      const middle = (Math.min(...found) + Math.max(...found)) / 2 / ratio;
      const wanted = top + ((100 - (update.values[index] ?? 0)) / 100) * paneHeight;
      expect(Math.abs(middle - wanted)).toBeLessThan(3);
    }
  });
});
