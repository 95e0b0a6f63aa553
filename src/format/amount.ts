import { parseScaled } from '../../shared/domain/decimal.ts';
import { money } from '../../shared/domain/money.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { formatMoney } from './money.ts';
import { UNKNOWN } from './number.ts';

export type AmountProblem = 'empty' | 'malformed' | 'too-precise' | 'zero';

interface Amount {
  readonly millionths: number;
  /** The form that the server accepts: no spaces, no leading zeros, no point at either end. */
  readonly text: string;
}

/** The finest amount that the exchange takes. */
export const AMOUNT_DECIMALS = 6;

/** Parses a typed amount, as its field holds it: above zero, at most six decimals. */
export function parseAmount(text: string): Result<Amount, AmountProblem> {
  if (text === '') return err('empty');
  const scaled = parseScaled(text, AMOUNT_DECIMALS);
  if (!scaled.ok) return err(scaled.error === 'too-precise' ? 'too-precise' : 'malformed');
  if (scaled.value < 0) return err('malformed');
  return scaled.value === 0 ? err('zero') : ok({ millionths: scaled.value, text });
}

/** Millionths to text with two decimals, more only if they are not zero: `98.00`, `0.001`. */
export const formatAmount = (millionths: number | undefined): string =>
  millionths === undefined ? UNKNOWN : formatMoney(money(millionths), AMOUNT_DECIMALS).replace(/0{1,4}$/, '');

/** An amount as the plain decimal of a field. */
export function plainAmount(millionths: number): string {
  const digits = String(millionths).padStart(AMOUNT_DECIMALS + 1, '0');
  return `${digits.slice(0, -AMOUNT_DECIMALS)}.${digits.slice(-AMOUNT_DECIMALS)}`.replace(/\.?0+$/, '');
}
