import type { Candles } from '../../shared/domain/candle.ts';
import type { ChartTheme } from './chart-theme.ts';

/*
 * From candles to pixels: scales, fonts and the candles themselves. Prices are in points, pixels are those of the canvas.
 */

/** Indices of candles, `to` excluded. */
export type Range = readonly [from: number, to: number];

/** The plot's box on the canvas, and the indices and prices that it spans. */
export interface Projection {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Top of the time axis, below the plot and the panes of indicators. */
  readonly floor: number;
  readonly from: number;
  readonly span: number;
  readonly highest: number;
  readonly lowest: number;
}

/** A box of canvas pixels in those of CSS. */
export const inCssPixels = (at: Projection, pixelRatio: number): Projection => ({
  ...at,
  left: at.left / pixelRatio,
  top: at.top / pixelRatio,
  width: at.width / pixelRatio,
  height: at.height / pixelRatio,
  floor: at.floor / pixelRatio,
});

/** Font size of all texts of a chart, CSS pixels. */
export const TEXT_PX = 11;

export const fontOf = (family: string, pixelRatio: number, px = TEXT_PX): string =>
  `${px * pixelRatio}px ${family}`;

/** The part of a candle's slot that its body fills. */
const BODY = 0.72;
/** Free space above and below the candles, as a part of their range. */
const PADDING = 0.09;

export const xOf = (at: Projection, index: number): number =>
  at.left + ((index - at.from) / at.span) * at.width;

export const yOf = (at: Projection, points: number): number =>
  at.top + ((at.highest - points) / (at.highest - at.lowest)) * at.height;

/** The price at a pixel row, a fraction of a point. */
export const priceAtRow = (at: Projection, y: number): number =>
  at.highest - ((y - at.top) / at.height) * (at.highest - at.lowest);

/** Lowest and highest price of the candles with some space around them; never an empty range. */
export function priceBounds(
  { low, high }: Candles,
  [from, to]: Range,
): readonly [lowest: number, highest: number] {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i++) {
    lowest = Math.min(lowest, low[i] ?? lowest);
    highest = Math.max(highest, high[i] ?? highest);
  }
  if (lowest > highest) return [0, 1];
  const padding = Math.max((highest - lowest) * PADDING, 2);
  return [lowest - padding, highest + padding];
}

/**
 * Paints each candle's wick and body. Edges lie on whole pixels, so that they are sharp. The boxes are cut at the plot's
 * edges by arithmetic, since each tick would pay for a clip.
 */
export function paintCandles(
  ctx: CanvasRenderingContext2D,
  { open, high, low, close }: Candles,
  theme: ChartTheme,
  [from, to]: Range,
  at: Projection,
  pixelRatio: number,
): void {
  const wick = Math.max(1, Math.round(pixelRatio));
  const body = bodyWidth(at.width / at.span, wick);
  const right = at.left + at.width;
  const bottom = at.top + at.height;
  const box = (x: number, y: number, width: number, end: number) => {
    const left = Math.max(x, at.left);
    const top = Math.max(y, at.top);
    const inside = Math.min(x + width, right) - left;
    if (inside > 0 && end > top) ctx.fillRect(left, top, inside, Math.min(end, bottom) - top);
  };
  for (let i = from; i < to; i++) {
    const first = open[i] ?? 0;
    const last = close[i] ?? 0;
    ctx.fillStyle = last >= first ? theme.up : theme.down;
    const left = Math.round(xOf(at, i) - wick / 2);
    const top = Math.round(yOf(at, high[i] ?? 0));
    box(left, top, wick, Math.max(top + 1, Math.round(yOf(at, low[i] ?? 0))));
    if (body <= wick) continue;
    const bodyTop = Math.round(yOf(at, Math.max(first, last)));
    const bodyEnd = Math.round(yOf(at, Math.min(first, last)));
    box(left - (body - wick) / 2, bodyTop, body, Math.max(bodyTop + wick, bodyEnd));
  }
}

/** The body's width has the parity of the wick's, so that the wick is in its middle. */
export function bodyWidth(slot: number, wick: number): number {
  const width = Math.floor(Math.min(slot * BODY, slot - 1));
  if (width <= wick) return wick;
  return (width - wick) % 2 === 0 ? width : width - 1;
}
