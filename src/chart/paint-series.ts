import type { ChartModel } from './chart-model.ts';
import { type Projection, paintCandles, type Range } from './geometry.ts';

/** Paints the candles in view with their fills, without the newest one or only that one. */
export function paintSeries(
  ctx: CanvasRenderingContext2D,
  model: ChartModel,
  seen: Range,
  at: Projection,
  pixelRatio: number,
  part: 'past' | 'newest',
): void {
  const { candles, theme, studies } = model;
  const [from, to] = seen;
  const newest = candles.length - 1;
  if (studies) studies.paint(ctx, model, seen, at, pixelRatio, part);
  else if (part === 'past' || to > newest) {
    const range: Range = part === 'newest' ? [newest, to] : [from, Math.min(to, newest)];
    paintCandles(ctx, candles, theme, range, at, pixelRatio);
  }
  model.fills?.(ctx, model, seen, at, pixelRatio, part);
}
