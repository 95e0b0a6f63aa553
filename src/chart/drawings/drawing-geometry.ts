/*
 * Where drawings are on a chart: times and indices, the lines to paint, and what is under a finger. Pure. Positions are CSS
 * pixels from the corner of the chart, prices are points.
 */
import { type Candles, candleIndex } from '../../../shared/domain/candle.ts';
import { type Price, price } from '../../../shared/domain/price.ts';
import type { Anchor, Drawing } from '../../state/drawings.ts';
import { type Projection, priceAtRow, xOf, yOf } from '../geometry.ts';
import type { Point } from '../gesture-machine.ts';

/** What turns times and prices into positions and back. `at` is in CSS pixels. */
export interface Grid {
  readonly candles: Candles;
  readonly periodS: number;
  readonly at: Projection;
}

/** Levels of a retracement, in thousandths. */
export const LEVELS = [0, 236, 382, 500, 618, 786, 1000] as const;

/** A line to paint. */
export interface Stroke {
  readonly from: Point;
  readonly to: Point;
  /** The level of a retracement that this is, and its price. */
  readonly level?: (typeof LEVELS)[number];
  readonly price?: Price;
}

export interface Outline {
  readonly strokes: readonly Stroke[];
  /** Places to drag by, while the drawing is selected. */
  readonly handles: readonly Point[];
}

/** What is dragged of a drawing: one of its handles by index, or all of it. */
export type Part = number | 'body';

/** The index at which a time lies, by interpolation between candles and at the usual distance beyond them. */
export function indexOfTime({ candles, periodS }: Grid, time: number): number {
  const { length } = candles;
  if (length === 0) return 0;
  const { at, found } = candleIndex(candles, time);
  if (found) return at;
  if (at === 0) return (time - timeAt(candles, 0)) / periodS;
  const before = timeAt(candles, at - 1);
  if (at === length) return at - 1 + (time - before) / periodS;
  return at - 1 + (time - before) / (timeAt(candles, at) - before);
}

/** The time of the candle at the nearest index; the periods go on before the first and after the last candle. */
export function timeOfIndex({ candles, periodS }: Grid, index: number): number {
  const nearest = Math.round(index);
  const inside = Math.min(Math.max(nearest, 0), Math.max(0, candles.length - 1));
  return timeAt(candles, inside) + (nearest - inside) * periodS;
}

const timeAt = (candles: Candles, index: number): number => candles.time[index] ?? 0;

/** The price of a retracement's level, in thousandths. */
export const levelPrice = (from: Price, to: Price, level: number): Price =>
  price(Math.round(to + ((from - to) * level) / 1000));

const pointOf = (grid: Grid, anchor: Anchor): Point => ({
  x: xOf(grid.at, indexOfTime(grid, anchor.time)),
  y: yOf(grid.at, anchor.price),
});

const indexAt = ({ at }: Grid, x: number): number => at.from + ((x - at.left) / at.width) * at.span;

/** The candle and the last digit of the price that are nearest to a position inside the plot. */
export function snapped(grid: Grid, { x, y }: Point): Anchor {
  const { top, height, left, width } = grid.at;
  const row = Math.min(Math.max(y, top), top + height);
  const column = Math.min(Math.max(x, left), left + width);
  return {
    time: timeOfIndex(grid, indexAt(grid, column)),
    price: price(Math.round(priceAtRow(grid.at, row))),
  };
}

export function outlineOf(grid: Grid, drawing: Drawing): Outline {
  const { left, width } = grid.at;
  const right = left + width;
  if (drawing.kind === 'horizontal') {
    const y = yOf(grid.at, drawing.price);
    return {
      strokes: [{ from: { x: left, y }, to: { x: right, y }, price: drawing.price }],
      handles: [{ x: left + width / 2, y }],
    };
  }
  const [from, to] = [pointOf(grid, drawing.from), pointOf(grid, drawing.to)];
  const diagonal = { from, to };
  if (drawing.kind === 'trend') return { strokes: [diagonal], handles: [from, to] };
  const start = Math.min(from.x, to.x);
  const levels = LEVELS.map((level) => {
    const points = levelPrice(drawing.from.price, drawing.to.price, level);
    const y = yOf(grid.at, points);
    // To the edge, so that the levels meet the newest candle.
    return { from: { x: start, y }, to: { x: Math.max(right, from.x, to.x), y }, level, price: points };
  });
  return { strokes: [...levels, diagonal], handles: [from, to] };
}

/** The part at a position, handles first; undefined when nothing is within `radius`. */
export function partAt({ strokes, handles }: Outline, at: Point, radius: number): Part | undefined {
  const nearest = handles
    .map((handle, index) => ({ index, far: Math.hypot(handle.x - at.x, handle.y - at.y) }))
    .sort((a, b) => a.far - b.far)[0];
  if (nearest && nearest.far <= radius) return nearest.index;
  return strokes.some((stroke) => distance(at, stroke) <= radius) ? 'body' : undefined;
}

/** From a point to the nearest point of a line's segment. */
export function distance(at: Point, { from, to }: Pick<Stroke, 'from' | 'to'>): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : ((at.x - from.x) * dx + (at.y - from.y) * dy) / square;
  const part = Math.min(Math.max(along, 0), 1);
  return Math.hypot(at.x - from.x - part * dx, at.y - from.y - part * dy);
}

/** The drawing after a drag of one of its parts between two positions. */
export function dragged(grid: Grid, drawing: Drawing, part: Part, from: Point, to: Point): Drawing {
  const points = Math.round(priceAtRow(grid.at, to.y) - priceAtRow(grid.at, from.y));
  if (drawing.kind === 'horizontal') return { ...drawing, price: raised(drawing.price, points) };
  if (part !== 'body') return { ...drawing, [part === 0 ? 'from' : 'to']: snapped(grid, to) };
  const candles = Math.round(indexAt(grid, to.x) - indexAt(grid, from.x));
  const move = (anchor: Anchor): Anchor => ({
    // A drag straight up keeps a time that lies between the candles of this period.
    time: candles === 0 ? anchor.time : timeOfIndex(grid, indexOfTime(grid, anchor.time) + candles),
    price: raised(anchor.price, points),
  });
  return { ...drawing, from: move(drawing.from), to: move(drawing.to) };
}

const raised = (before: Price, points: number): Price => price(before + points);
