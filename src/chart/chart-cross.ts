import { type Price, price } from '../../shared/domain/price.ts';
import type { ChartModel, Cross } from './chart-model.ts';
import type { ChartView } from './chart-view.ts';
import { type Projection, priceAtRow, yOf } from './geometry.ts';
import type { Point } from './gesture-machine.ts';

/* Where a crosshair is. Points are CSS pixels from the corner of the chart, `width` is that of the part that holds candles. */

type Shown = Pick<ChartModel, 'candles' | 'view' | 'cross'>;

/** On the candle that is nearest to a point; undefined without candles. */
export function crossAt({ candles, view }: Shown, at: Point, width: number): Cross | undefined {
  if (candles.length === 0) return undefined;
  const index = Math.round(view.end - view.span + (at.x / width) * view.span);
  return { index: Math.min(Math.max(index, 0), candles.length - 1), y: at.y };
}

export const pointOf = ({ index, y }: Cross, { end, span }: ChartView, width: number): Point => ({
  x: ((index - end + span) / span) * width,
  y,
});

/** To the last digit. Undefined in a pane of indicators, which has no prices. */
export function crossPrice({ y }: Cross, at: Projection): Price | undefined {
  const bottom = at.top + at.height;
  if (y > bottom && bottom < at.floor - 1) return undefined;
  return price(Math.round(priceAtRow(at, Math.min(Math.max(y, at.top), bottom))));
}

/** After a move by candles to the right and pixels down; from the newest candle in view if there is none. */
export function movedCross({ candles, view, cross }: Shown, at: Projection, by: Point): Cross {
  const last = candles.length - 1;
  const first = Math.min(last, Math.floor(view.end));
  const { index, y } = cross ?? { index: first, y: yOf(at, candles.close[first] ?? 0) };
  return {
    index: Math.min(Math.max(index + by.x, 0), last),
    y: Math.min(Math.max(y + by.y, at.top), at.top + at.height),
  };
}
