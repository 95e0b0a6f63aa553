import { price } from '../../shared/domain/price.ts';
import { formatPrice } from '../format/number.ts';
import type { ChartModel } from './chart-model.ts';
import { fontOf, type Projection, type Range, xOf, yOf } from './geometry.ts';
import { dayText, HALF_LABEL_PX, type TimeLabels, timeLabels } from './time-axis.ts';

/** Height of the time axis below the candles, CSS pixels. */
export const TIME_AXIS_PX = 24;
const GAP_PX = 6;
/** Distance between two price labels, CSS pixels. */
const PRICE_DISTANCE_PX = 44;

/** Times below, prices at the end, grid lines behind the candles. uPlot would measure and style its own axes in each draw. */
export function paintAxes(
  ctx: CanvasRenderingContext2D,
  model: ChartModel,
  [from, to]: Range,
  at: Projection,
  pixelRatio: number,
): void {
  const { candles, theme, periodS, precision } = model;
  const thin = Math.max(1, Math.round(pixelRatio));
  const perCandle = at.width / pixelRatio / at.span;
  const times = timeLabels(candles.time, { from, to, left: at.from }, periodS, perCandle);
  const columns = times.at.map((index) => xOf(at, index));
  const prices = priceTicks(at.lowest, at.highest, at.height / pixelRatio);
  const rows = prices.map((points) => yOf(at, points));
  const right = at.left + at.width;
  // On the same pixels as the wicks; the middle of a candle that the edge cuts may lie outside.
  for (const [i, x] of columns.entries()) {
    if (x >= right) continue;
    ctx.fillStyle = times.areTimes && times.major[i] ? theme.rail : theme.hairline;
    ctx.fillRect(Math.round(x - thin / 2), at.top, thin, at.floor - at.top);
  }
  ctx.fillStyle = theme.hairline;
  for (const y of rows) ctx.fillRect(at.left, Math.round(y - thin / 2), at.width, thin);
  ctx.textBaseline = 'top';
  const day = model.namesDay && times.areTimes && to > from ? dayText(candles.time[from] ?? 0, periodS) : '';
  writeTimes(ctx, times, columns, day, model, at, pixelRatio);
  ctx.fillStyle = theme.quietInk;
  ctx.font = fontOf(theme.fontFamily, pixelRatio);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  const beside = right + GAP_PX * pixelRatio;
  // The edge of a pane would run through a label.
  const lowest = at.floor > at.top + at.height + 1 ? at.top + at.height - 7 * pixelRatio : at.floor;
  for (const [i, y] of rows.entries())
    if (y <= lowest) ctx.fillText(formatPrice(price(prices[i] ?? 0), precision), beside, y);
}

/**
 * The labels below their columns, the starts of days strong. `day`, that of the first candle in view, stands at the edge
 * in place of the times that it would touch, and makes way for a start of a day.
 */
function writeTimes(
  ctx: CanvasRenderingContext2D,
  { text, major, areTimes }: TimeLabels,
  columns: readonly number[],
  day: string,
  { theme }: ChartModel,
  at: Projection,
  pixelRatio: number,
): void {
  const font = fontOf(theme.fontFamily, pixelRatio);
  const below = at.floor + GAP_PX * pixelRatio;
  const start = at.left + GAP_PX * pixelRatio;
  let taken = 0;
  if (day !== '') {
    ctx.font = `600 ${font}`;
    taken = start + ctx.measureText(day).width + (GAP_PX + HALF_LABEL_PX) * pixelRatio;
  }
  const first = columns.findIndex((_, i) => text[i] !== '');
  const isNamed = taken > 0 && !columns.some((x, i) => x < taken && i >= first && major[i]);
  if (isNamed) {
    ctx.textAlign = 'left';
    ctx.fillStyle = theme.ink;
    ctx.fillText(day, start, below);
  }
  ctx.textAlign = 'center';
  for (const [i, x] of columns.entries()) {
    if (isNamed && x < taken) continue;
    const isStrong = areTimes && major[i];
    ctx.font = isStrong ? `600 ${font}` : font;
    ctx.fillStyle = isStrong ? theme.ink : theme.quietInk;
    ctx.fillText(text[i] ?? '', x, below);
  }
}

/** Round prices (points) between `lowest` and `highest`, in steps of 1, 2 or 5 times a power of ten. */
export function priceTicks(lowest: number, highest: number, heightPx: number): number[] {
  const step = roundStep(((highest - lowest) * PRICE_DISTANCE_PX) / Math.max(1, heightPx));
  const ticks: number[] = [];
  for (let tick = Math.ceil(lowest / step) * step; tick <= highest; tick += step) ticks.push(tick);
  return ticks;
}

/** The smallest round whole number that is at least `least`. */
function roundStep(least: number): number {
  let power = 1;
  while (power * 10 < least) power *= 10;
  return ([1, 2, 5].find((digit) => digit * power >= least) ?? 10) * power;
}
