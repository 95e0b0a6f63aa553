import type { Brand } from '../brand.ts';

/** A price as an integer of points: the instrument's last decimal (`PricePrecision` of them). */
export type Price = Brand<number, 'Price'>;

/** Decimals an instrument may have. */
export const MAX_PRICE_PRECISION = 8;

const POWERS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8] as const;

/** 10 to the number of decimals, 0 to 8. */
export function pointsPerUnit(precision: number): number {
  const power = POWERS[precision];
  if (power === undefined) throw new RangeError(`price precision out of range: ${precision}`);
  return power;
}

export const price = (points: number): Price => points as Price;
/** A decimal number of the wire, e.g. `1.08512` at precision 5, to points (108512). */
export const priceFromWire = (value: number, precision: number): Price =>
  Math.round(value * pointsPerUnit(precision)) as Price;
/** Points to the decimal number of the wire: the double nearest to the decimal, so it prints with the same digits. */
export const priceToWire = (points: Price, precision: number): number => points / pointsPerUnit(precision);
