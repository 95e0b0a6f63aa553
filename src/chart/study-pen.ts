/* What paints lines over candles: part of the chunk of studies.ts. */
import type { ChartModel } from './chart-model.ts';
import { type Projection, type Range, xOf, yOf } from './geometry.ts';

export const DAY_S = 86_400;

export interface Pen {
  readonly ctx: CanvasRenderingContext2D;
  readonly model: ChartModel;
  readonly at: Projection;
  readonly ratio: number;
  readonly part: 'past' | 'newest';
  /** The candles of the part. */
  readonly range: Range;
}

export interface Line {
  readonly column: Float64Array;
  readonly colour: number;
  /** Number of candles by which it is drawn later. */
  readonly shift: number;
  /** The values begin again with each day: no stroke joins two days. */
  readonly isOfDay: boolean;
}

/** The candles whose middles a line of the part connects. It goes on beyond the edges of the view. */
export function lineRange({ model, range: [from, to], part, at }: Pen, shift = 0): Range {
  const newest = model.candles.length - 1;
  if (part === 'newest') return [Math.max(0, newest - 1), newest + 1];
  const end = shift > 0 ? Math.ceil(at.from + at.span) : to;
  return [Math.max(0, from - 1 - shift), Math.min(end + 1 - shift, newest)];
}

/** A line that is out of range runs along the edge: it says where it is. */
export function traceColumn(
  pen: Pen,
  column: Float64Array,
  at: Projection,
  { isOfDay, shift }: Pick<Line, 'isOfDay' | 'shift'> = { isOfDay: false, shift: 0 },
): void {
  const { ctx, model, ratio } = pen;
  const { time } = model.candles;
  const dayOf = (i: number) => Math.floor((time[i] ?? 0) / DAY_S);
  const [from, to] = lineRange(pen, shift);
  let isDown = false;
  for (let i = from; i < to; i++) {
    const y = Math.max(
      at.top + ratio,
      Math.min(at.top + at.height - ratio, yOf(at, column[i] ?? Number.NaN)),
    );
    if (Number.isNaN(y)) isDown = false;
    else if (isDown && !(isOfDay && dayOf(i) > dayOf(i - 1))) ctx.lineTo(xOf(at, i + shift), y);
    else {
      ctx.moveTo(xOf(at, i + shift), y);
      isDown = true;
    }
  }
}

export function stroke({ ctx, ratio }: Pen, colour: string, dash = 0): void {
  ctx.setLineDash(dash > 0 ? [dash * ratio, dash * ratio] : []);
  ctx.lineJoin = 'round';
  ctx.lineWidth = 1.25 * ratio;
  ctx.strokeStyle = colour;
  ctx.stroke();
}
