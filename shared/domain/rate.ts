import type { Settlement } from './instrument.ts';
import { type Price, pointsPerUnit } from './price.ts';

/** What one unit of a quote currency is worth in USD, as the exact fraction `num/den` of two integers. */
export interface Rate {
  readonly num: number;
  readonly den: number;
}

export const UNIT_RATE: Rate = { num: 1, den: 1 };

/** The rate from a conversion instrument's live price; undefined when that price is not known or not above zero. */
export function rateOf(settle: Settlement, price: Price | undefined, precision: number): Rate | undefined {
  if (settle.status === 'none') return UNIT_RATE;
  if (price === undefined || price <= 0) return undefined;
  const unit = pointsPerUnit(precision);
  return settle.status === 'direct' ? { num: price, den: unit } : { num: unit, den: price };
}
