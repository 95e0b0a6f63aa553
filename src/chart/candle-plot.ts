import uPlot from 'uplot';
import { candleRow } from '../../shared/domain/candle.ts';
import { price } from '../../shared/domain/price.ts';
import { formatLocale } from '../format/locale.ts';
import { formatPrice } from '../format/number.ts';
import { paintAxes, TIME_AXIS_PX } from './axes.ts';
import type { ChartModel } from './chart-model.ts';
import { visibleRange } from './chart-view.ts';
import { fontOf, inCssPixels, type Projection, priceBounds, type Range } from './geometry.ts';
import { askOf, createOverlay } from './overlay.ts';
import { paintSeries } from './paint-series.ts';

/**
 * uPlot as a candle chart: uPlot owns the canvas, its box and the scales; axes and candles are painted in its `draw`
 * hook. The newest candle and the overlay have a canvas of their own, so that a tick does not redraw uPlot's.
 */
export interface CandlePlot {
  /** Measures the labels of the price axis. Outside of a frame: the first text of a page may take longer than the candles. */
  measure(): void;
  /**
   * Repaints, now, the canvases whose content has changed.
   * @returns whether all is painted: if the first drawing of candles and axes took long, the upper canvas waits for the next call
   */
  draw(): boolean;
  resize(size: Size): void;
  /** Width of the part that holds candles, CSS pixels. */
  width(): number;
  /** The plot's box in CSS pixels, and what it spans. */
  projection(): Projection;
  destroy(): void;
}

const TOP_PADDING_PX = 14;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A first drawing that takes longer goes on in the next frame: the two together would keep a tap waiting. */
const LONG_MS = 16;

/** @param onWidth called with the previous width when longer or shorter labels change it; it may change the view */
export function createCandlePlot(
  host: HTMLElement,
  model: ChartModel,
  initial: Size,
  onWidth: (before: number) => void,
  nowMs: () => number,
): CandlePlot {
  let size = initial;
  let seen: Range = [0, 0];
  let priceAxis = { label: '', px: 56 };
  let painted = { plot: NOTHING, overlay: NOTHING };
  let isRedrawing = false;
  let shownDrawings: ChartModel['drawings'];
  /** Starts uPlot; undefined after it has started. */
  let start: (() => void) | undefined;

  const plotWidth = () => size.width - priceAxis.px;
  const panes = () => model.studies?.panes(model, size.height) ?? [];
  /** Everything below the prices. */
  const belowPx = () => panes().reduce((sum, px) => sum + px, TIME_AXIS_PX);
  const paint = (u: uPlot) => {
    const [from, to] = seen;
    const at = projectionOf(u);
    if (to > from) paintAxes(u.ctx, model, seen, at, uPlot.pxRatio);
    paintSeries(u.ctx, model, seen, at, uPlot.pxRatio, 'past');
    paintDrawings();
    // uPlot also draws by itself, after a new size or pixel density.
    if (!isRedrawing) paintOverlay();
  };
  const paintDrawings = () => {
    shownDrawings = model.drawings;
    shownDrawings?.({ ...model, at: projectionOf(plot), pixelRatio: uPlot.pxRatio, below: plot.ctx.canvas });
  };
  const plot = new uPlot(
    {
      ...SETTINGS,
      ...size,
      padding: [TOP_PADDING_PX, () => priceAxis.px, belowPx, 0],
      hooks: { draw: [paint] },
    },
    // uPlot draws no candles here, so it gets none.
    [[]],
    // Nothing is drawn before there are candles.
    (u, init) => {
      host.append(u.root);
      start = () => init();
    },
  );
  const overlay = createOverlay(plot.ctx.canvas);
  const paintOverlay = () => overlay(model, seen, projectionOf(plot), uPlot.pxRatio);

  function redraw(lowest: number, highest: number): void {
    const { end, span } = model.view;
    isRedrawing = true;
    plot.batch(() => {
      if (start) {
        start();
        start = undefined;
        plot.setSize(size);
      }
      plot.setScale('x', { min: end - span, max: end });
      plot.setScale('y', { min: lowest, max: highest });
      plot.redraw(false, true);
    });
    isRedrawing = false;
  }

  /** The price axis is as wide as its longest label. Digits have tabular widths, so their number decides. */
  function fitPriceAxis(highest: number): void {
    const digits = formatPrice(price(Math.round(highest)), model.precision).length;
    const font = fontOf(model.theme.fontFamily, uPlot.pxRatio);
    const label = digits + font;
    if (label === priceAxis.label) return;
    const before = plotWidth();
    // The font stays set: each text on this canvas sets its own.
    plot.ctx.font = font;
    const { width } = plot.ctx.measureText('0'.repeat(digits));
    priceAxis = { label, px: Math.ceil(width / uPlot.pxRatio) + 12 };
    if (plotWidth() !== before) onWidth(before);
  }

  const scalesInView = () => {
    seen = visibleRange(model.view, model.candles.length);
    const { studies } = model;
    const ofCandles = priceBounds(studies?.candles(model) ?? model.candles, seen);
    const { wish, reach } = model.layer ?? {};
    const bounds = reaching(wish ? wishing(ofCandles, wish) : ofCandles, reach);
    return studies?.measure(model, seen, bounds) ?? bounds;
  };

  return {
    measure: () => fitPriceAxis(scalesInView()[1]),
    draw() {
      const isFirst = start !== undefined;
      const sinceMs = isFirst ? nowMs() : 0;
      if (isFirst && model.candles.length === 0) return true;
      let scales = scalesInView();
      const { view } = model;
      fitPriceAxis(scales[1]);
      if (model.view !== view) scales = scalesInView();
      const before = painted;
      painted = inputsOf(model, seen, [...scales, priceAxis, belowPx()]);
      if (!isSame(painted.plot, before.plot)) redraw(scales[0], scales[1]);
      else if (model.drawings !== shownDrawings) paintDrawings();
      const isPartial = isFirst && nowMs() - sinceMs > LONG_MS;
      if (isPartial) painted.overlay = NOTHING;
      else if (!isSame(painted.overlay, before.overlay)) paintOverlay();
      return !isPartial;
    },
    resize(to) {
      size = to;
      if (!start) plot.setSize(size);
    },
    width: plotWidth,
    projection: () => inCssPixels(projectionOf(plot), uPlot.pxRatio),
    destroy: plot.destroy,
  };
}

/** The values that each of the two canvases depends on. The overlay depends on the view only if its content moves with it. */
function inputsOf(model: ChartModel, [, to]: Range, scales: Inputs): { plot: Inputs; overlay: Inputs } {
  const { candles, view, revision, theme, periodS, precision, layer, stale, last, cross, namesDay } = model;
  const { indicators, look, studies, fills, legendPx } = model;
  const drawn = [candles, revision, indicators, look, studies, fills];
  const both = [...scales, ...drawn, theme, periodS, precision, formatLocale()];
  const moving = cross || to === candles.length ? view : undefined;
  const newest = candleRow(candles, candles.length - 1);
  return {
    plot: [...both, view.end, view.span, namesDay],
    overlay: [...both, layer, layer?.revision, legendPx, stale, last, askOf(model), cross, moving, ...newest],
  };
}

type Bounds = readonly [lowest: number, highest: number];

const reaching = (bounds: Bounds, reach: Bounds | undefined): Bounds =>
  reach ? [Math.min(bounds[0], reach[0]), Math.max(bounds[1], reach[1])] : bounds;

function wishing(bounds: Bounds, [lowest, highest]: Bounds): Bounds {
  const room = 2 * (bounds[1] - bounds[0]);
  return reaching(bounds, [Math.max(lowest, bounds[0] - room), Math.min(highest, bounds[1] + room)]);
}

/** The range exactly as it was set. */
const exactRange = (_u: uPlot, min: number | null, max: number | null): [number, number] => [
  min ?? 0,
  max ?? 1,
];

const SETTINGS: Omit<uPlot.Options, 'width' | 'height'> = {
  axes: [{ show: false }, { show: false }],
  legend: { show: false },
  cursor: { show: false },
  // uPlot has defaults for the rest.
  select: { show: false } as uPlot.Select,
  scales: {
    x: { time: false, auto: false, range: exactRange },
    y: { auto: false, range: exactRange },
  },
  series: [{}],
  // Unused: uPlot would parse the templates of its own time axis.
  fmtDate: () => String,
};

/** Everything that the content of a canvas depends on. */
type Inputs = readonly unknown[];
const NOTHING: Inputs = [];

const isSame = (a: Inputs, b: Inputs): boolean => a.length === b.length && a.every((one, i) => one === b[i]);

function projectionOf({ bbox, ctx, scales }: uPlot): Projection {
  const from = scales['x']?.min ?? 0;
  return {
    ...bbox,
    floor: ctx.canvas.height - TIME_AXIS_PX * uPlot.pxRatio,
    from,
    span: (scales['x']?.max ?? 1) - from,
    lowest: scales['y']?.min ?? 0,
    highest: scales['y']?.max ?? 1,
  };
}
