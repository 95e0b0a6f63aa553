import type { Price } from '../../shared/domain/price.ts';
import { numberText, percentText, withPercentSign } from '../../shared/number-text.ts';
import { separators } from './separators.ts';

/** Text in place of an unknown number. */
export const UNKNOWN = '--';

/* Numbers in the current locale. Examples in comments are English. */

/** Points to text with all decimals of the instrument: (108512, 5) is `1.08512`, (6343771, 2) is `63,437.71`. */
export const formatPrice = (points: Price | undefined, precision: number): string =>
  points === undefined ? UNKNOWN : formatScaled(points, precision);

/** Hundredths of a percent with their sign: 12 is `+0.12%`. With other `decimals` those of that many. */
export const formatPercent = (scaled: number | undefined, decimals = 2): string =>
  scaled === undefined ? UNKNOWN : percentText(separators(), scaled, decimals, '+');

/** Above it, a ratio says no more than that: an account with hardly a position has a margin level of a million percent. */
const MOST_RATIO = 100_000;

/** Hundredths of a percent without a plus sign: margin level, risk rate. 1,234.56 % is `>1,000%`. No `decimals`: rounded down. */
export function formatRatio(hundredths: number | undefined, decimals: 0 | 2 = 2): string {
  if (hundredths === undefined) return UNKNOWN;
  return hundredths > MOST_RATIO
    ? `>${withPercent(formatScaled(MOST_RATIO / 100, 0))}`
    : percentText(separators(), decimals === 0 ? Math.floor(hundredths / 100) : hundredths, decimals);
}

/** The text of a number without a sign, as a percentage: `25` is `25%`. */
export const withPercent = (text: string): string => withPercentSign(separators(), text);

/** An integer of 10^-decimals with thousands separators; `plus` stands before one above zero. */
export const formatScaled = (scaled: number, decimals: number, plus?: string): string =>
  numberText(separators(), scaled, decimals, plus);
