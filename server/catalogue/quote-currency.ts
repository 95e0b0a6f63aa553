import { SETTLE_CODES } from './forex.ts';

/** Of prices whose currency nobody names. No instrument converts it, so nobody can deal in what is quoted in it. */
export const UNKNOWN_CURRENCY = 'N/A';

const iso = new Set(Intl.supportedValuesOf('currency'));
const ISO_LENGTH = 3;
const SHORTEST_NAME = 2;

/**
 * The currency of the prices of a code outside the catalogue: its end, where this is a currency of ISO 4217 (EURHUF), or where
 * the market has the end's price in USD (BTCUSDT beside USDTUSD). Otherwise it is unknown; never taken for USD.
 * @param codes all codes of the market
 */
export function quoteCurrencyOf(code: string, codes: ReadonlySet<string>): string {
  for (let at = SHORTEST_NAME; at < code.length; at++)
    if (codes.has(`${code.slice(at)}USD`)) return code.slice(at);
  const end = code.slice(-ISO_LENGTH);
  return code.length >= ISO_LENGTH + SHORTEST_NAME && iso.has(end) ? end : UNKNOWN_CURRENCY;
}

/** The instrument that converts a currency to USD, listed or not; empty for USD. @param codes all codes of the market */
export function settleCodeOf(currency: string, codes: ReadonlySet<string>): string {
  const known = SETTLE_CODES[currency];
  if (known !== undefined) return known;
  return codes.has(`${currency}USD`) ? `${currency}USD` : `USD${currency}`;
}
