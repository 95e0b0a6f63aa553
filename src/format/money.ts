import { type Money, mulDiv } from '../../shared/domain/money.ts';
import type { Volume } from '../../shared/domain/volume.ts';
import { formatScaled, UNKNOWN } from './number.ts';

/** Millionths to text with thousands separators; 2 decimals for balances, 6 for profit and margin. */
export const formatMoney = (money: Money | undefined, decimals = 2): string =>
  money === undefined ? UNKNOWN : formatScaled(toDecimals(money, decimals), decimals);

/** As `formatMoney`, with its sign always shown; zero has none. */
export const formatSigned = (money: Money | undefined, decimals = 2): string =>
  money === undefined ? UNKNOWN : formatScaled(toDecimals(money, decimals), decimals, '+');

/** Lots with two decimals, more only if they are not zero: `0.01`, `1.00`, `0.0125`. */
export function formatLots(size: Volume | undefined): string {
  if (size === undefined) return UNKNOWN;
  const text = formatScaled(size, 4);
  return text.endsWith('00') ? text.slice(0, -2) : text.endsWith('0') ? text.slice(0, -1) : text;
}

/** The tone of a signed number: above zero up, below zero down. */
export function toneOf(value: number | undefined): 'up' | 'down' | 'flat' | undefined {
  if (value === undefined) return undefined;
  return value > 0 ? 'up' : value < 0 ? 'down' : 'flat';
}

/** Millionths to an integer of 10^-decimals, half away from zero. */
const toDecimals = (money: Money, decimals: number): number => mulDiv(money, 1, 10 ** (6 - decimals));
