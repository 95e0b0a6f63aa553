/** Decimal arithmetic for tests, independent of the product's: exact fractions, rounded once at the end. */
export interface Rational {
  readonly top: bigint;
  /** Above zero. */
  readonly bottom: bigint;
}

export const whole = (value: number | bigint): Rational => ({ top: BigInt(value), bottom: 1n });

/** An integer with this number of decimals, e.g. (12345, 2) for 123.45. */
export const scaled = (value: number, decimals: number): Rational => ({
  top: BigInt(value),
  bottom: 10n ** BigInt(decimals),
});

export const times = (...factors: readonly Rational[]): Rational =>
  factors.reduce((a, b) => ({ top: a.top * b.top, bottom: a.bottom * b.bottom }));
export const plus = (...terms: readonly Rational[]): Rational =>
  terms.reduce((a, b) => ({ top: a.top * b.bottom + b.top * a.bottom, bottom: a.bottom * b.bottom }));
export const minus = (a: Rational, b: Rational): Rational => plus(a, { top: -b.top, bottom: b.bottom });
export const over = (a: Rational, b: Rational): Rational =>
  b.top > 0n
    ? { top: a.top * b.bottom, bottom: a.bottom * b.top }
    : { top: -a.top * b.bottom, bottom: a.bottom * -b.top };

/** Rounds half away from zero, to an integer with this number of decimals. */
export function rounded({ top, bottom }: Rational, decimals: number): bigint {
  const size = (top < 0n ? -top : top) * 10n ** BigInt(decimals);
  const nearest = (2n * size + bottom) / (2n * bottom);
  return top < 0n ? -nearest : nearest;
}
