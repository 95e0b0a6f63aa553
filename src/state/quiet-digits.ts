import type { Price } from '../../shared/domain/price.ts';
import { sharedDigits } from '../../shared/number-text.ts';
import type { QuoteSignals } from './quotes.ts';

/** The prices of an instrument's day that this page has seen: its first one, and those of ticks. */
interface SeenDay {
  readonly open: number;
  readonly low: number;
  readonly high: number;
  /** The first ones, which all of these prices share. */
  readonly digits: number;
}

const days = new WeakMap<QuoteSignals, SeenDay>();

/**
 * How many of a price's first digits have not changed today, for an effect. It only shrinks within a day, so that digits do not
 * change their weight all the time.
 * @param at another price beside the quote's, as the ask: its first digits that are those of the day
 */
export function quietDigits(quote: QuoteSignals, precision: number, at?: Price): number {
  const [open, close] = [quote.open.value, quote.close.value];
  if (open === undefined || close === undefined) return 0;
  const { low, digits } = seenDay(quote, open, close, precision);
  return at === undefined || at === close ? digits : Math.min(digits, sharedDigits(low, at, precision));
}

function seenDay(quote: QuoteSignals, open: Price, close: Price, precision: number): SeenDay {
  const known = days.get(quote);
  const isSameDay = known?.open === open;
  if (isSameDay && close >= known.low && close <= known.high) return known;
  const low = Math.min(close, isSameDay ? known.low : open);
  const high = Math.max(close, isSameDay ? known.high : open);
  const seen = { open, low, high, digits: sharedDigits(low, high, precision) };
  days.set(quote, seen);
  return seen;
}
