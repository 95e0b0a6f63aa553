import { CODE } from '../../shared/contract/codes.ts';
import { parseScaled } from '../../shared/domain/decimal.ts';
import { type Price, price } from '../../shared/domain/price.ts';
import { type Volume, volume } from '../../shared/domain/volume.ts';
import { err, ok, type Refusal, type Result, refusal } from '../../shared/result.ts';
import { badParameter } from '../http/call.ts';

const LOT_DECIMALS = 4;

/** Lots as they stand in the query. Well formed but finer than any step, or too large, is a wrong size (4104). */
export function readLots(field: string, text: string): Result<Volume> {
  const parsed = parseScaled(text, LOT_DECIMALS);
  if (parsed.ok) return ok(volume(parsed.value));
  return parsed.error === 'malformed' ? badParameter(field) : err(refusal(CODE.badVolume));
}

/** A price at the instrument's precision, above zero. */
function readPrice(field: string, text: string, precision: number): Result<Price> {
  const parsed = parseScaled(text, precision);
  return parsed.ok && parsed.value > 0 ? ok(price(parsed.value)) : badParameter(field);
}

/** The optional prices of an order by their name on the wire: absent and 0 are the same, "none". */
export function readPrices<N extends string>(
  texts: Readonly<Record<N, string | undefined>>,
  precision: number,
): Result<Partial<Record<N, Price>>, Refusal> {
  const prices: Partial<Record<N, Price>> = {};
  for (const field in texts) {
    const text = texts[field];
    if (text === undefined || isZero(text)) continue;
    const read = readPrice(field, text, precision);
    if (!read.ok) return read;
    prices[field] = read.value;
  }
  return ok(prices);
}

const isZero = (text: string): boolean => {
  const parsed = parseScaled(text, 12);
  return parsed.ok && parsed.value === 0;
};
