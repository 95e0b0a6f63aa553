import type { Brand } from '../brand.ts';

/**
 * An amount in the account's currency (USD) as an integer of millionths.
 * The only rounding is half away from zero, and only `mulRatio`, `productRatio` and `roundMoney` round.
 */
export type Money = Brand<number, 'Money'>;

const MONEY_SCALE = 1_000_000;
export const ZERO_MONEY = 0 as Money;

/** @throws RangeError if the value is not a safe integer: money beyond 2^53 is a bug, not an amount. */
export function money(millionths: number): Money {
  if (!Number.isSafeInteger(millionths)) throw new RangeError(`not an amount of money: ${millionths}`);
  return (millionths === 0 ? 0 : millionths) as Money;
}

/** The computed value; undefined if it exceeds the range of money. */
export function withinMoney<T>(reckon: () => T): T | undefined {
  try {
    return reckon();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A decimal number of the wire, e.g. `90.923592`, to money. Exact for up to six decimals. */
export const moneyFromWire = (amount: number): Money => money(roundHalfAway(amount * MONEY_SCALE));

/** Money to the decimal number of the wire; `JSON.stringify` prints it with its exact digits. */
export const moneyToWire = (amount: Money): number => amount / MONEY_SCALE;

export const addMoney = (a: Money, b: Money): Money => money(a + b);
export const subMoney = (a: Money, b: Money): Money => money(a - b);
export const negMoney = (a: Money): Money => money(-a);

/** Rounds to 2 (balances shown) or fewer decimals, half away from zero. */
export function roundMoney(amount: Money, decimals: 0 | 1 | 2 | 3 | 4 | 5): Money {
  const step = 10 ** (6 - decimals);
  return money(divRound(amount, step) * step);
}

/**
 * `value x n1/d1 x n2/d2`, rounded once, half away from zero. All arguments are safe integers, denominators
 * above zero. Plain doubles while both products stay below 2^53, BigInt beyond.
 */
export function mulRatio(value: number, n1: number, d1: number, n2: number, d2: number): number {
  const top = value * n1 * n2;
  const bottom = d1 * d2;
  if (Math.abs(top) <= Number.MAX_SAFE_INTEGER && bottom <= Number.MAX_SAFE_INTEGER) {
    return bottom === 1 ? top : divRound(top, bottom);
  }
  return divRoundBig(BigInt(value) * BigInt(n1) * BigInt(n2), BigInt(d1) * BigInt(d2));
}

/** `a x b / c`, rounded once, half away from zero. */
export const mulDiv = (a: number, b: number, c: number): number => mulRatio(a, b, c, 1, 1);

/** The product of `tops` divided by that of `bottoms`, rounded once, half away from zero. Whole numbers; bottoms above zero. */
export const productRatio = (tops: readonly number[], bottoms: readonly number[]): number =>
  divRoundBig(product(tops), product(bottoms));

const product = (factors: readonly number[]): bigint =>
  factors.reduce((whole, factor) => whole * BigInt(factor), 1n);

/** Exact for safe integers: rounding never moves their double quotient across an integer. */
function divRound(top: number, bottom: number): number {
  const quotient = Math.trunc(top / bottom);
  const rest = Math.abs(top - quotient * bottom);
  if (rest * 2 < bottom) return quotient === 0 ? 0 : quotient;
  return top < 0 ? quotient - 1 : quotient + 1;
}

function divRoundBig(top: bigint, bottom: bigint): number {
  const quotient = top / bottom;
  const rest = top % bottom;
  const size = rest < 0n ? -rest : rest;
  const rounded = size * 2n < bottom ? quotient : top < 0n ? quotient - 1n : quotient + 1n;
  return Number(rounded);
}

function roundHalfAway(value: number): number {
  return value < 0 ? -Math.round(-value) : Math.round(value);
}
