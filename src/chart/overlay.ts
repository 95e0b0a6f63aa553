import { price } from '../../shared/domain/price.ts';
import { formatPrice } from '../format/number.ts';
import { priceTicks } from './axes.ts';
import type { ChartModel, PriceLine } from './chart-model.ts';
import { fontOf, type Projection, type Range, TEXT_PX, xOf, yOf } from './geometry.ts';
import { paintSeries } from './paint-series.ts';
import { candleTimeText } from './time-axis.ts';

const TAG_PX = 18;
const PAD_PX = 5;

type PaintOverlay = (model: ChartModel, seen: Range, at: Projection) => void;

/**
 * A canvas above uPlot's and of its size, for everything that changes with a tick, a finger or an order: the newest
 * candle, order lines, the last price and the crosshair. Returns the function that paints it.
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
  for (const line of model.lines) drawLine(pen, line, model);
  const last = lastPrice(pen, model);
  if (last) drawLastLine(pen, last, model);
  wipeCoveredLabels(pen, [...model.lines.map((line) => pen.row(line.price)), last?.y]);
  for (const line of model.lines) drawTags(pen, line, model);
  if (last) drawLastTag(pen, last, model);
  if (model.cross) drawCross(pen, model, model.cross.index, model.cross.y * pixelRatio);
}

interface Pen {
  readonly at: Projection;
  /** From the bottom of the plot to the middle of a tag on the time axis. */
  readonly belowPx: number;
  /** Pixel row of a price, undefined outside the plot. */
  row(points: number): number | undefined;
  horizontal(y: number, colour: string, dash: readonly number[]): void;
  vertical(x: number, colour: string): void;
  /** A filled label; `x` is its start, or its middle. */
  tag(text: string, x: number, y: number, fill: string, ink: string, from?: 'start' | 'middle'): void;
  priceTag(points: number, y: number, fill: string, ink: string): void;
  /** Pixel rows of the price axis' labels. */
  ticks(): readonly number[];
  /** Erases a label of the price axis. */
  wipe(y: number): void;
  /** Whether a tag at `y` would cover a part of the label at `tick`. */
  touches(y: number, tick: number): boolean;
}

function createPen(ctx: CanvasRenderingContext2D, at: Projection, ratio: number, model: ChartModel): Pen {
  const right = at.left + at.width;
  const thin = Math.max(1, Math.round(ratio));
  const stroke = (
    colour: string,
    dash: readonly number[],
    ...[x0, y0, x1, y1]: [number, number, number, number]
  ) => {
    ctx.strokeStyle = colour;
    ctx.lineWidth = thin;
    ctx.setLineDash(dash.map((length) => length * ratio));
    ctx.beginPath();
    ctx.moveTo(x0, y0);
    ctx.lineTo(x1, y1);
    ctx.stroke();
  };
  const crisp = (value: number): number => Math.round(value) + (thin % 2) / 2;
  const box = (text: string, x: number, y: number, width: number, fill: string, ink: string) => {
    ctx.fillStyle = fill;
    ctx.beginPath();
    ctx.roundRect(x, Math.round(y - (TAG_PX * ratio) / 2), width, TAG_PX * ratio, 4 * ratio);
    ctx.fill();
    ctx.fillStyle = ink;
    ctx.textAlign = 'start';
    ctx.fillText(text, x + PAD_PX * ratio, y);
  };
  const tagHalf = (TAG_PX / 2) * ratio;
  const textHalf = (TEXT_PX / 2 + 1) * ratio;
  return {
    at,
    ticks: () => priceTicks(at.lowest, at.highest, at.height / ratio).map((points) => yOf(at, points)),
    wipe(y) {
      ctx.fillStyle = model.theme.surface;
      ctx.fillRect(right + ratio, y - textHalf, ctx.canvas.width - right - ratio, 2 * textHalf);
    },
    touches: (y, tick) => Math.abs(y - tick) < tagHalf + textHalf,
    belowPx: (TAG_PX / 2 + 3) * ratio,
    row(points) {
      const y = yOf(at, points);
      return y >= at.top && y <= at.top + at.height ? y : undefined;
    },
    horizontal: (y, colour, dash) => stroke(colour, dash, at.left, crisp(y), right, crisp(y)),
    vertical: (x, colour) => stroke(colour, [], crisp(x), at.top, crisp(x), at.floor),
    tag(text, x, y, fill, ink, from = 'start') {
      const width = ctx.measureText(text).width + 2 * PAD_PX * ratio;
      const start = from === 'start' ? x : Math.min(Math.max(at.left, x - width / 2), right - width);
      box(text, start, y, width, fill, ink);
    },
    priceTag(points, y, fill, ink) {
      box(
        formatPrice(price(points), model.precision),
        right + ratio,
        y,
        ctx.canvas.width - right - ratio,
        fill,
        ink,
      );
    },
  };
}

/** Erases the labels of the price axis that one of the tags covers in part. */
function wipeCoveredLabels(pen: Pen, tags: readonly (number | undefined)[]): void {
  for (const tick of pen.ticks()) {
    if (tags.some((y) => y !== undefined && pen.touches(y, tick))) pen.wipe(tick);
  }
}

const lineColour = ({ kind }: PriceLine, { theme }: ChartModel): string =>
  kind === 'take-profit' ? theme.up : kind === 'stop-loss' ? theme.down : theme.ink;

function drawLine(pen: Pen, line: PriceLine, model: ChartModel): void {
  const y = pen.row(line.price);
  if (y !== undefined) pen.horizontal(y, lineColour(line, model), line.kind === 'position' ? [] : [5, 3]);
}

function drawTags(pen: Pen, line: PriceLine, model: ChartModel): void {
  const y = pen.row(line.price);
  if (y === undefined) return;
  const colour = lineColour(line, model);
  pen.tag(line.text, pen.at.left, y, model.theme.raised, colour);
  pen.priceTag(line.price, y, model.theme.raised, colour);
}

interface LastPrice {
  readonly close: number;
  readonly y: number;
  readonly rising: boolean;
}

/** The last price, when it is in view. */
function lastPrice(pen: Pen, { candles }: ChartModel): LastPrice | undefined {
  const at = candles.length - 1;
  const [open, close] = [candles.open[at], candles.close[at]];
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
    const points = Math.round(at.highest - ((row - at.top) / at.height) * (at.highest - at.lowest));
    pen.horizontal(row, theme.quietInk, [4, 3]);
    pen.priceTag(points, row, theme.ink, theme.surface);
  }
  const label = candleTimeText(candles.time[index] ?? 0, periodS);
  pen.tag(label, x, at.floor + pen.belowPx, theme.ink, theme.surface, 'middle');
}
