import { err, ok, type Result } from '../result.ts';

export const PLAIN_DECIMAL = /^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,12})?$/;

/**
 * Parses a plain decimal (`12`, `0.5`, `-3.25`; no exponent, space, sign `+`, other digits) to an integer of 10^-decimals.
 * Refuses surplus decimals other than zeros, and values beyond the safe integers.
 */
export function parseScaled(
  text: string,
  decimals: number,
): Result<number, 'malformed' | 'too-precise' | 'too-large'> {
  if (!PLAIN_DECIMAL.test(text)) return err('malformed');
  const negative = text.startsWith('-');
  const [whole = '', fraction = ''] = (negative ? text.slice(1) : text).split('.');
  const kept = fraction.slice(0, decimals).padEnd(decimals, '0');
  if (/[1-9]/.test(fraction.slice(decimals))) return err('too-precise');
  const scaled = Number(whole + kept);
  if (!Number.isSafeInteger(scaled)) return err('too-large');
  return ok(negative && scaled !== 0 ? -scaled : scaled);
}
