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

const DECIMALS = 6;

/** Parses a typed amount: above zero, at most six decimals. */
export function parseAmount(typed: string): Result<Amount, AmountProblem> {
  const text = plain(typed);
  if (text === '') return err('empty');
  const scaled = parseScaled(text, DECIMALS);
  if (!scaled.ok) return err(scaled.error === 'too-precise' ? 'too-precise' : 'malformed');
  if (scaled.value < 0) return err('malformed');
  return scaled.value === 0 ? err('zero') : ok({ millionths: scaled.value, text });
}

function plain(typed: string): string {
  const text = typed.trim().replace(',', '.');
  const whole = text.startsWith('.') ? `0${text}` : text;
  return (whole.endsWith('.') ? whole.slice(0, -1) : whole).replace(/^0+(?=[0-9])/, '');
}

/** Millionths to text with two decimals, more only if they are not zero: `98.00`, `0.001`. */
export const formatAmount = (millionths: number | undefined): string =>
  millionths === undefined ? UNKNOWN : formatMoney(money(millionths), DECIMALS).replace(/0{1,4}$/, '');

/** An amount as the plain decimal of a field. */
export function plainAmount(millionths: number): string {
  const digits = String(millionths).padStart(DECIMALS + 1, '0');
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`.replace(/\.?0+$/, '');
}
