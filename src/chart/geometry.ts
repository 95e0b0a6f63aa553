import type { Candles } from '../../shared/domain/candle.ts';

/** Candles as pixels: those of indices [from, to), prices in points, pixels those of the canvas. */
export type Range = readonly [from: number, to: number];

/** Where indices and prices lie on the canvas. */
export interface Projection {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly from: number;
  readonly span: number;
  readonly highest: number;
  readonly lowest: number;
}

/** Of all texts of a chart, CSS pixels. */
export const TEXT_PX = 11;

export const fontOf = (family: string, pixelRatio: number): string => `${TEXT_PX * pixelRatio}px ${family}`;

export interface RectSink {
  rect(x: number, y: number, width: number, height: number): void;
}

/** Of the room one candle has, how much its body fills. */
const BODY = 0.72;
const PADDING = 0.09;

export const xOf = (at: Projection, index: number): number =>
  at.left + ((index - at.from) / at.span) * at.width;

export const yOf = (at: Projection, points: number): number =>
  at.top + ((at.highest - points) / (at.highest - at.lowest)) * at.height;

/** Lowest and highest price of the view with some air; a flat one gets a range around it. */
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
  const air = Math.max((highest - lowest) * PADDING, 2);
  return [lowest - air, highest + air];
}

/** Adds each candle's wick and body to the path of its direction. Edges lie on whole pixels, so that they are sharp. */
export function traceCandles(
  { open, high, low, close }: Candles,
  [from, to]: Range,
  at: Projection,
  pixelRatio: number,
  up: RectSink,
  down: RectSink,
): void {
  const room = at.width / at.span;
  const wick = Math.max(1, Math.round(pixelRatio));
  const body = bodyWidth(room, wick);
  for (let i = from; i < to; i++) {
    const first = open[i] ?? 0;
    const last = close[i] ?? 0;
    const path = last >= first ? up : down;
    const left = Math.round(xOf(at, i) - wick / 2);
    const top = Math.round(yOf(at, high[i] ?? 0));
    path.rect(left, top, wick, Math.max(1, Math.round(yOf(at, low[i] ?? 0)) - top));
    if (body <= wick) continue;
    const bodyTop = Math.round(yOf(at, Math.max(first, last)));
    const bodyEnd = Math.round(yOf(at, Math.min(first, last)));
    path.rect(left - (body - wick) / 2, bodyTop, body, Math.max(wick, bodyEnd - bodyTop));
  }
}

/** The body's width has the wick's parity, so that the wick is in its middle. */
function bodyWidth(room: number, wick: number): number {
  const width = Math.floor(Math.min(room * BODY, room - 1));
  if (width <= wick) return wick;
  return (width - wick) % 2 === 0 ? width : width - 1;
}
