import uPlot from 'uplot';
import { type Candles, candleRow } from '../../shared/domain/candle.ts';
import { price } from '../../shared/domain/price.ts';
import { formatLocale } from '../format/locale.ts';
import { formatPrice } from '../format/number.ts';
import { paintAxes, TIME_AXIS_PX } from './axes.ts';
import { fontOf, type Projection, priceBounds, type Range } from './geometry.ts';
import { createLayer, paintCandles } from './layers.ts';
import type { Scene } from './scene.ts';
import { visibleRange } from './view.ts';

/**
 * uPlot as a candle chart: it keeps canvas, room and scales, axes and candles are drawn in its `draw` hook. The newest
 * candle and what lies over all of them have a canvas of their own: a tick leaves uPlot's picture as it is.
 */
export interface Plot {
  /** Draws now what differs from the picture. */
  draw(): void;
  resize(size: Size): void;
  /** Of the part that holds candles, CSS pixels. */
  width(): number;
  destroy(): void;
}

const AIR_PX = 14;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** @param onWidth longer prices have made their axis wider, or shorter ones narrower; it may change the view */
export function createPlot(
  host: HTMLElement,
  scene: Scene,
  whole: Size,
  onWidth: (before: number) => void,
): Plot {
  let size = whole;
  let seen: Range = [0, 0];
  let priceAxis: { readonly label: Traits; readonly px: number } = { label: [], px: 56 };
  let drawn = { under: NOTHING, over: NOTHING };
  let drawing = false;
  let begin: (() => void) | undefined;

  const plotWidth = () => size.width - priceAxis.px;
  const paint = (u: uPlot) => {
    const [from, to] = seen;
    const at = projectionOf(u);
    if (to > from) paintAxes(u.ctx, scene, seen, at, uPlot.pxRatio);
    paintCandles(u.ctx, scene, [from, Math.min(to, scene.candles.length - 1)], at);
    // A new size or density of the pixels makes uPlot draw by itself.
    if (!drawing) paintOver();
  };
  const plot = new uPlot(
    {
      ...SETTINGS,
      ...size,
      padding: [AIR_PX, () => priceAxis.px, TIME_AXIS_PX, 0],
      hooks: { draw: [paint] },
    },
    [[], [], [], [], []],
    // Nothing is drawn before there are candles.
    (u, init) => {
      host.append(u.root);
      begin = () => init();
    },
  );
  const paintLayer = createLayer(plot.ctx.canvas);
  const paintOver = () => paintLayer(scene, seen, projectionOf(plot));

  function redraw(lowest: number, highest: number): void {
    const { end, span } = scene.view;
    drawing = true;
    plot.batch(() => {
      if (begin) {
        begin();
        begin = undefined;
        plot.setSize(size);
      }
      plot.setData(columnsOf(scene.candles, seen), false);
      plot.setScale('x', { min: end - span, max: end });
      plot.setScale('y', { min: lowest, max: highest });
      plot.redraw(false, true);
    });
    drawing = false;
  }

  /** The price axis is as wide as its longest label. */
  function fitPriceAxis(highest: number): void {
    const { fontFamily } = scene.look;
    const digits = formatPrice(price(Math.round(highest)), scene.precision).length;
    const label = [digits, fontFamily, uPlot.pxRatio];
    if (same(label, priceAxis.label)) return;
    const before = plotWidth();
    priceAxis = { label, px: labelWidth(plot.ctx, digits, fontFamily) + 12 };
    if (plotWidth() !== before) onWidth(before);
  }

  const boundsInView = () => {
    seen = visibleRange(scene.view, scene.candles.length);
    return priceBounds(scene.candles, seen);
  };

  return {
    draw() {
      if (begin && scene.candles.length === 0) return;
      let [lowest, highest] = boundsInView();
      const { view } = scene;
      fitPriceAxis(highest);
      if (scene.view !== view) [lowest, highest] = boundsInView();
      const before = drawn;
      drawn = traitsOf(scene, seen, [lowest, highest, priceAxis]);
      if (!same(drawn.under, before.under)) redraw(lowest, highest);
      if (!same(drawn.over, before.over)) paintOver();
    },
    resize(to) {
      size = to;
      if (!begin) plot.setSize(size);
    },
    width: plotWidth,
    destroy: () => plot.destroy(),
  };
}

/** What each of the two canvases shows. The upper one moves with the view only where something on it does. */
function traitsOf(scene: Scene, [, to]: Range, scales: Traits): { under: Traits; over: Traits } {
  const { candles, view, revision, look, periodS, precision, lines, stale, cross } = scene;
  const both = [...scales, candles, revision, look, periodS, precision, formatLocale()];
  const moving = cross || to === candles.length ? view : undefined;
  const newest = candleRow(candles, candles.length - 1);
  return { under: [...both, view.end, view.span], over: [...both, lines, stale, cross, moving, ...newest] };
}

const given = (_u: uPlot, min: number | null, max: number | null): [number, number] => [min ?? 0, max ?? 1];

const SETTINGS: Omit<uPlot.Options, 'width' | 'height'> = {
  axes: [{ show: false }, { show: false }],
  legend: { show: false },
  cursor: { show: false },
  select: { show: false, left: 0, top: 0, width: 0, height: 0 },
  scales: {
    x: { time: false, auto: false, range: given },
    y: { auto: false, range: given },
  },
  series: [{}, ...['open', 'high', 'low', 'close'].map((label) => ({ label, scale: 'y', show: false }))],
};

/** All that a picture depends on. */
type Traits = readonly unknown[];
const NOTHING: Traits = [];

const same = (a: Traits, b: Traits): boolean => a.length === b.length && a.every((one, i) => one === b[i]);

/** Digits are tabular, so their number decides. */
function labelWidth(ctx: CanvasRenderingContext2D, digits: number, family: string): number {
  ctx.save();
  ctx.font = fontOf(family, uPlot.pxRatio);
  const { width } = ctx.measureText('0'.repeat(digits));
  ctx.restore();
  return Math.ceil(width / uPlot.pxRatio);
}

let indices = new Float64Array(0);

/** Views of what is in view: what uPlot gets, and so what it costs, does not grow with history. */
function columnsOf({ open, high, low, close }: Candles, [from, to]: Range): uPlot.AlignedData {
  if (indices.length < to)
    indices = Float64Array.from({ length: Math.max(to, indices.length * 2) }, (_, i) => i);
  const part = (column: Float64Array) => column.subarray(from, to);
  return [part(indices), part(open), part(high), part(low), part(close)];
}

function projectionOf({ bbox, scales }: uPlot): Projection {
  const from = scales['x']?.min ?? 0;
  return {
    ...bbox,
    from,
    span: (scales['x']?.max ?? 1) - from,
    lowest: scales['y']?.min ?? 0,
    highest: scales['y']?.max ?? 1,
  };
}
