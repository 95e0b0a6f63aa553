import { type Money, money, mulRatio } from './money.ts';
import type { Side } from './order.ts';
import { type Price, pointsPerUnit } from './price.ts';
import type { Rate } from './rate.ts';
import { LOT_SCALE, type Volume } from './volume.ts';

/** Millionths of the quote currency that one point is worth, as a reduced fraction. */
export interface PointValue {
  readonly num: number;
  readonly den: number;
}

/** The constant part of a position's profit formula. `money` refuses sizes beyond 2^53. */
export function pointValue(volume: Volume, contractSize: number, precision: number): PointValue {
  const num = money(volume * contractSize * (1_000_000 / LOT_SCALE));
  const den = pointsPerUnit(precision);
  const common = gcd(num, den);
  return { num: num / common, den: den / common };
}

/** What `points` in an order's favour are worth. Rounded once at six places, half away from zero. */
export const pnlOfPoints = (points: number, value: PointValue, rate: Rate): Money =>
  money(mulRatio(points, value.num, value.den, rate.num, rate.den));

/** Floating profit: (price - open) x lots x units per lot x rate for a buy, its negative for a sell. */
export const floatingPnl = (side: Side, open: Price, now: Price, value: PointValue, rate: Rate): Money =>
  pnlOfPoints(side === 'buy' ? now - open : open - now, value, rate);

/**
 * The inverse of `floatingPnl`: the distance in points whose profit is at most `amount`, or the least one whose profit is at
 * least that. `amount` and `rate` above zero.
 * @throws RangeError if the distance is not a safe integer
 */
export function pointsFor(
  amount: Money,
  value: PointValue,
  rate: Rate,
  bound: 'at-most' | 'at-least',
): number {
  const top = BigInt(value.den) * BigInt(rate.den);
  const bottom = 2n * BigInt(value.num) * BigInt(rate.num);
  // Profits are rounded half away from zero: at most `amount` is below `amount + 1/2`.
  const twice = 2n * BigInt(amount);
  const points = Number(
    bound === 'at-most' ? ((twice + 1n) * top - 1n) / bottom : ((twice - 1n) * top + bottom - 1n) / bottom,
  );
  if (!Number.isSafeInteger(points)) throw new RangeError(`not a distance: ${points}`);
  return points;
}

function gcd(a: number, b: number): number {
  let [x, y] = [Math.abs(a), b];
  while (y !== 0) [x, y] = [y, x % y];
  return x === 0 ? 1 : x;
}
