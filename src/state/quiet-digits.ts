import type { Price } from '../../shared/domain/price.ts';
import { sharedDigits } from '../../shared/number-text.ts';
import type { QuoteSignals } from './quotes.ts';

interface Day {
  readonly low: number;
  readonly high: number;
  /** The first ones, which all of its prices share. */
  readonly digits: number;
}

/** A tick that leaves the day's low and high as they are does no work on text. */
const counted = new WeakMap<QuoteSignals, Day>();

/**
 * How many of a price's first digits have not changed today, for an effect. It only shrinks within a day, so that digits do not
 * change their weight all the time. Low and high are the engine's: of a replay, those of the moment, however it was reached.
 * @param at another price beside the quote's, as the ask: its first digits that are those of the day
 */
export function quietDigits(quote: QuoteSignals, precision: number, at?: Price): number {
  const [open, close] = [quote.open.value, quote.close.value];
  if (open === undefined || close === undefined) return 0;
  const low = quote.low.value ?? Math.min(open, close);
  const high = quote.high.value ?? Math.max(open, close);
  let day = counted.get(quote);
  if (day?.low !== low || day.high !== high) {
    day = { low, high, digits: sharedDigits(low, high, precision) };
    counted.set(quote, day);
  }
  return at === undefined || at === close
    ? day.digits
    : Math.min(day.digits, sharedDigits(low, at, precision));
}
