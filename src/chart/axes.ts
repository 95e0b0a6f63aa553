import { price } from '../../shared/domain/price.ts';
import { formatPrice } from '../format/number.ts';
import { fontOf, type Projection, type Range, xOf, yOf } from './geometry.ts';
import { priceTicks } from './price-axis.ts';
import type { Scene } from './scene.ts';
import { timeLabels } from './time-axis.ts';

/** Room for the times below the candles, CSS pixels. */
export const TIME_AXIS_PX = 24;
const GAP_PX = 6;

/** Times below, prices at the end, their lines behind the candles. uPlot would measure and style its own for each picture. */
export function paintAxes(
  ctx: CanvasRenderingContext2D,
  { candles, look, periodS, precision }: Scene,
  [from, to]: Range,
  at: Projection,
  pixelRatio: number,
): void {
  const thin = Math.max(1, Math.round(pixelRatio));
  const perCandle = at.width / pixelRatio / at.span;
  const times = timeLabels(candles.time, { from, to, left: at.from }, periodS, perCandle);
  const columns = times.at.map((index) => xOf(at, index));
  const prices = priceTicks(at.lowest, at.highest, at.height / pixelRatio);
  const rows = prices.map((points) => yOf(at, points));
  const [right, floor] = [at.left + at.width, at.top + at.height];
  ctx.fillStyle = look.hairline;
  // On the same pixels as the wicks; a candle's middle may be beyond the edge that cuts it.
  for (const x of columns) if (x < right) ctx.fillRect(Math.round(x - thin / 2), at.top, thin, at.height);
  for (const y of rows) ctx.fillRect(at.left, Math.round(y - thin / 2), at.width, thin);
  ctx.fillStyle = look.quietInk;
  ctx.font = fontOf(look.fontFamily, pixelRatio);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'top';
  const below = floor + GAP_PX * pixelRatio;
  for (const [i, x] of columns.entries()) ctx.fillText(times.text[i] ?? '', x, below);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  const beside = right + GAP_PX * pixelRatio;
  for (const [i, y] of rows.entries()) ctx.fillText(formatPrice(price(prices[i] ?? 0), precision), beside, y);
}
