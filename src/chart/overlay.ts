import { priceTicks } from './axes.ts';
import type { ChartModel } from './chart-model.ts';
import { fontOf, type Projection, priceAtRow, type Range, xOf, yOf } from './geometry.ts';
import { paintSeries } from './paint-series.ts';
import { createPen } from './pen.ts';
import { candleTimeText } from './time-axis.ts';

type PaintOverlay = (model: ChartModel, seen: Range, at: Projection, pixelRatio: number) => void;

/** The overlay begins and ends on multiples of this, CSS pixels. */
const STEP_PX = 16;
/** From a price to the end of its tag, or of a label of the axis that the tag covers in part, CSS pixels. */
const BESIDE_PX = 24;
/** The same with room for the next prices, after an overlay was too small. */
const ROOMY_PX = 64;

/**
 * A canvas above uPlot's, for everything that changes with a tick, a finger or an order: the newest candle, the layer
 * (order lines), the last price and the crosshair. It is as wide as uPlot's, and as high as what it shows: a browser
 * allocates and copies all of it for each picture. Returns the function that paints it.
 */
export function createOverlay(below: HTMLCanvasElement): PaintOverlay {
  const canvas = document.createElement('canvas');
  const ctx = canvas.getContext('2d');
  below.after(canvas);
  let [top, end, settings] = [0, 0, ''];
  return (model, [from, to], at, ratio) => {
    if (!ctx) return;
    const { width, height } = below;
    const font = fontOf(model.theme.fontFamily, ratio);
    // Fitted to each new candle; between two candles it only grows: shrinking it whenever something disappears would resize
    // it all the time.
    const wanted = `${width} ${height} ${font} ${model.revision}`;
    const grows = settings === wanted;
    const rows = rowsOf(model, at, ratio, height, BESIDE_PX);
    if (!grows || rows[0] < top || rows[1] > end) {
      [top, end] = grows ? rowsOf(model, at, ratio, height, ROOMY_PX) : rows;
      settings = wanted;
      // Setting a size resets the context. The font first: it would wait for the new styles.
      Object.assign(canvas, { width, height: end - top });
      ctx.font = font;
      ctx.textBaseline = 'middle';
      ctx.translate(0, -top);
      // Not `top`: a change of that is a shift of the layout.
      canvas.style.cssText = `translate:0 ${top / ratio}px;height:${(end - top) / ratio}px`;
    }
    ctx.clearRect(0, top, width, end - top);
    if (from === to) return;
    paintSeries(ctx, model, [from, to], at, ratio, 'newest');
    drawOverlay(ctx, model, at, ratio);
  };
}

/** The rows, `end` excluded, that the newest candle and the last price may need; all of them for anything else. */
function rowsOf(
  { candles, last, layer, cross, studies }: ChartModel,
  at: Projection,
  pixelRatio: number,
  height: number,
  besidePx: number,
): readonly [top: number, end: number] {
  const newest = candles.length - 1;
  const prices = [candles.high[newest], candles.low[newest], last ?? candles.close[newest]];
  const ys = prices.map((points = 0) => Math.min(Math.max(yOf(at, points), at.top), at.top + at.height));
  const step = Math.round(STEP_PX * pixelRatio);
  const beside = layer || cross || studies ? height : besidePx * pixelRatio;
  return [
    Math.max(0, Math.floor((Math.min(...ys) - beside) / step) * step),
    Math.min(height, Math.ceil((Math.max(...ys) + beside) / step) * step),
  ];
}

/** The second price where it is of interest: an order waits for it, or a finger asks. */
export const askOf = ({ ask, layer, cross }: ChartModel): number | undefined =>
  layer?.seesAsk || cross ? ask : undefined;

/** Later parts cover earlier ones. */
function drawOverlay(
  ctx: CanvasRenderingContext2D,
  model: ChartModel,
  at: Projection,
  pixelRatio: number,
): void {
  const pen = createPen(ctx, at, pixelRatio, model);
  const { candles, last, theme, legendPx, stale, cross, periodS } = model;
  const newest = candles.length - 1;
  const close = last ?? candles.close[newest] ?? Number.NaN;
  const isRising = close >= (candles.open[newest] ?? 0);
  // Undefined out of view.
  const lastRow = pen.row(close);
  const layer = model.layer?.paint({ ctx, at, pixelRatio, pen, theme, lastRow, legendPx });
  const ask = askOf(model);
  const askRow = ask && pen.row(ask);
  if (askRow !== undefined) pen.horizontal(askRow, theme.quietInk, [1, 4]);
  if (lastRow !== undefined)
    pen.horizontal(lastRow, stale ? theme.quietInk : isRising ? theme.up : theme.down, [2, 3]);
  const tags = [...(layer?.rows ?? []), lastRow ?? Number.NaN];
  const hasAskTag = askRow !== undefined && !tags.some((y) => pen.touches(y, askRow));
  if (hasAskTag) tags.push(askRow);
  for (const points of priceTicks(at.lowest, at.highest, at.height / pixelRatio)) {
    const tick = yOf(at, points);
    // A label of the price axis that a tag covers in part.
    if (tags.some((y) => pen.touches(y, tick))) pen.wipe(tick);
  }
  if (hasAskTag && ask) pen.priceTag(ask, askRow, theme.raised, theme.quietInk);
  layer?.finish();
  if (lastRow !== undefined) {
    const fill = stale ? theme.raised : isRising ? theme.upFill : theme.downFill;
    pen.priceTag(close, lastRow, fill, stale ? theme.ink : theme.fillInk);
  }
  if (!cross) return;
  const y = cross.y * pixelRatio;
  const bottom = at.top + at.height;
  const x = xOf(at, cross.index);
  pen.vertical(x, theme.quietInk);
  // A finger in a pane of indicators points at no price.
  if (y <= bottom || bottom >= at.floor - 1) {
    const row = Math.min(Math.max(y, at.top), bottom);
    pen.horizontal(row, theme.quietInk, [4, 3]);
    pen.priceTag(Math.round(priceAtRow(at, row)), row, theme.ink, theme.surface);
  }
  pen.timeTag(candleTimeText(candles.time[cross.index] ?? 0, periodS), x, theme.ink, theme.surface);
}
