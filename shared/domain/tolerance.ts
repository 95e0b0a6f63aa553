import { mulDiv } from './money.ts';
import type { Price } from './price.ts';

/** The smallest deviation that is sent, in points: prices with few digits move by whole points. */
const MIN_DEVIATION_POINTS = 10;

/** How far the price may move from the one that was seen. @param tolerance in hundredths of a percent of the price */
export const deviationPoints = (price: Price, tolerance: number): number =>
  Math.max(MIN_DEVIATION_POINTS, mulDiv(price, tolerance, 10_000));
