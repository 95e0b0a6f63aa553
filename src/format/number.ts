import type { Price } from '../../shared/domain/price.ts';
import { separators } from './separators.ts';

/** Text in place of an unknown number. */
export const UNKNOWN = '--';

/*
 * Numbers look as `Intl` formats them in the current locale, always with ASCII digits. They are built from integers as
 * text, which is exact and about ten times faster than `Intl` on a ticking list. Examples in comments are English.
 */

/** Points to text with all decimals of the instrument: (108512, 5) is `1.08512`, (6343771, 2) is `63,437.71`. */
export const formatPrice = (points: Price | undefined, precision: number): string =>
  points === undefined ? UNKNOWN : formatScaled(points, precision);

/** Hundredths of a percent with their sign: 12 is `+0.12%`. With other `decimals` those of that many. */
export const formatPercent = (scaled: number | undefined, decimals = 2): string =>
  percentage(scaled, '+', decimals);

/** Above it, a ratio says no more than that: an account with hardly a position has a margin level of a million percent. */
const MOST_RATIO = 100_000;

/** Hundredths of a percent without a plus sign: margin level, risk rate. 1,234.56 % is `>1,000%`. No `decimals`: rounded down. */
export function formatRatio(hundredths: number | undefined, decimals: 0 | 2 = 2): string {
  if (hundredths !== undefined && hundredths > MOST_RATIO)
    return `>${withPercent(formatScaled(MOST_RATIO / 100, 0))}`;
  return percentage(hundredths && Math.floor(hundredths / 10 ** (2 - decimals)), '', decimals);
}

/** The text of a number without a sign, as a percentage: `25` is `25%`. */
export const withPercent = (text: string): string =>
  separators().beforePercent + text + separators().afterPercent;

/** An integer of 10^-decimals with thousands separators; `plus` stands before one above zero. */
export const formatScaled = (scaled: number, decimals: number, plus?: string): string =>
  signOf(scaled, plus) + digitsOf(scaled, decimals);

const percentage = (scaled: number | undefined, plus?: string, decimals = 2): string =>
  scaled === undefined ? UNKNOWN : signOf(scaled, plus) + withPercent(digitsOf(scaled, decimals));

function signOf(scaled: number, plus = ''): string {
  const sign = scaled < 0 ? '-' : scaled > 0 ? plus : '';
  return sign && separators().beforeSign + sign;
}

function digitsOf(scaled: number, decimals: number): string {
  const { decimal, group, grouped } = separators();
  const digits = String(Math.abs(scaled)).padStart(decimals + 1, '0');
  let end = digits.length - decimals;
  let text = decimals === 0 ? '' : decimal + digits.slice(end);
  if (end >= grouped) for (; end > 3; end -= 3) text = group + digits.slice(end - 3, end) + text;
  return digits.slice(0, end) + text;
}
