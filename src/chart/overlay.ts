import { priceTicks } from './axes.ts';
import type { ChartModel } from './chart-model.ts';
import { fontOf, type Projection, priceAtRow, type Range, xOf, yOf } from './geometry.ts';
import { paintSeries } from './paint-series.ts';
import { createPen, type Pen } from './pen.ts';
import { candleTimeText } from './time-axis.ts';

type PaintOverlay = (model: ChartModel, seen: Range, at: Projection) => void;

/**
 * A canvas above uPlot's and of its size, for everything that changes with a tick, a finger or an order: the newest
 * candle, the layer (order lines), the last price and the crosshair. Returns the function that paints it.
 */
export function createOverlay(below: HTMLCanvasElement, pixelRatio: () => number): PaintOverlay {
  const canvas = document.createElement('canvas');
  const ctx = canvas.getContext('2d');
  below.after(canvas);
  let font = '';
  return (model, [from, to], at) => {
    if (!ctx) return;
    const { width, height } = below;
    const ratio = pixelRatio();
    const wanted = fontOf(model.theme.fontFamily, ratio);
    if (canvas.width !== width || canvas.height !== height || font !== wanted) {
      // Setting a size resets the context.
      Object.assign(canvas, { width, height });
      ctx.font = font = wanted;
      ctx.textBaseline = 'middle';
    }
    ctx.clearRect(0, 0, width, height);
    if (from === to) return;
    paintSeries(ctx, model, [from, to], at, ratio, 'newest');
    drawOverlay(ctx, model, at, ratio);
  };
}

/** Later parts cover earlier ones. */
function drawOverlay(
  ctx: CanvasRenderingContext2D,
  model: ChartModel,
  at: Projection,
  pixelRatio: number,
): void {
  const pen = createPen(ctx, at, pixelRatio, model);
  const last = lastPrice(pen, model);
  const { theme, legendPx } = model;
  const layer = model.layer?.paint({ ctx, at, pixelRatio, pen, theme, lastRow: last?.y, legendPx });
  if (last) drawLastLine(pen, last, model);
  wipeCoveredLabels(pen, pixelRatio, [...(layer?.rows ?? []), last?.y]);
  layer?.finish();
  if (last) drawLastTag(pen, last, model);
  if (model.cross) drawCross(pen, model, model.cross.index, model.cross.y * pixelRatio);
}

/** Erases the labels of the price axis that one of the tags covers in part. */
function wipeCoveredLabels(pen: Pen, pixelRatio: number, tags: readonly (number | undefined)[]): void {
  const { at } = pen;
  for (const points of priceTicks(at.lowest, at.highest, at.height / pixelRatio)) {
    const tick = yOf(at, points);
    if (tags.some((y) => y !== undefined && pen.touches(y, tick))) pen.wipe(tick);
  }
}

interface LastPrice {
  readonly close: number;
  readonly y: number;
  readonly rising: boolean;
}

/** The last price, when it is in view. */
function lastPrice(pen: Pen, { candles, last }: ChartModel): LastPrice | undefined {
  const at = candles.length - 1;
  const [open, close] = [candles.open[at], last ?? candles.close[at]];
  if (at < 0 || open === undefined || close === undefined) return undefined;
  const y = pen.row(close);
  return y === undefined ? undefined : { close, y, rising: close >= open };
}

function drawLastLine(pen: Pen, { y, rising }: LastPrice, { theme, stale }: ChartModel): void {
  pen.horizontal(y, stale ? theme.quietInk : rising ? theme.up : theme.down, [2, 3]);
}

function drawLastTag(pen: Pen, last: LastPrice, { theme, stale }: ChartModel): void {
  if (stale) pen.priceTag(last.close, last.y, theme.raised, theme.ink);
  else pen.priceTag(last.close, last.y, last.rising ? theme.upFill : theme.downFill, theme.fillInk);
}

function drawCross(pen: Pen, { candles, theme, periodS }: ChartModel, index: number, y: number): void {
  const { at } = pen;
  const x = xOf(at, index);
  const bottom = at.top + at.height;
  const row = Math.min(Math.max(y, at.top), bottom);
  pen.vertical(x, theme.quietInk);
  // A finger in a pane of indicators points at no price.
  if (y <= bottom || bottom >= at.floor - 1) {
    const points = Math.round(priceAtRow(at, row));
    pen.horizontal(row, theme.quietInk, [4, 3]);
    pen.priceTag(points, row, theme.ink, theme.surface);
  }
  const label = candleTimeText(candles.time[index] ?? 0, periodS);
  pen.tag(label, x, at.floor + pen.belowPx, theme.ink, theme.surface, 'middle');
}
