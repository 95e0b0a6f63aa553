import { isStopOut } from './account.ts';
import { addMoney, type Money, withinMoney } from './money.ts';
import type { Side } from './order.ts';
import { floatingPnl, type PointValue } from './pnl.ts';
import { type Price, price } from './price.ts';
import { closingPrice } from './quote.ts';
import type { Rate } from './rate.ts';

/** A position, or an order to come, in the instrument whose price moves. */
export interface Exposure {
  readonly side: Side;
  readonly openPrice: Price;
  readonly value: PointValue;
}

export interface StopOutTerms {
  readonly exposures: readonly Exposure[];
  /** Equity without the profit of the exposures: the balance, and all other positions at their present prices. */
  readonly rest: Money;
  /** Of all positions. */
  readonly margin: Money;
  /** The margin level at which the exchange closes positions, whole percent. */
  readonly percent: number;
  /** The close from which the price begins to move. */
  readonly from: Price;
  /** From the close to the ask, in points; it moves with the close. */
  readonly spread: number;
  /** The rate of the quote currency at a close: it moves with the price where the instrument is its own conversion. */
  readonly rateAt: (at: Price) => Rate | undefined;
}

/** A price that has risen to this many times `from` counts as never reached. */
const FURTHEST = 100;

/**
 * The first close at which the account is stopped out if this instrument alone moves from `from`, with its spread as it is;
 * undefined if it never is, or if a rate is unknown. Above `from` sells lose: what they close at there is the ask, the spread
 * above it.
 *
 * Each point against the net of the exposures costs volume x contract size x rate. Sought is the least distance at which
 *
 *     equity(p) = rest + sum of floatingPnl(exposure, p, or p + spread of a sell, rateAt(p)) <= percent of margin
 *
 * with the rounding and the predicate of the exchange. Equity falls steadily, in one direction at most, and nearly on a
 * straight line: that line gives a guess, and doubled and halved steps around it the exact point.
 */
export const stopOutPrice = (terms: StopOutTerms): Price | undefined =>
  withinMoney(() => {
    const { from, margin, percent } = terms;
    const start = equityAt(terms, from);
    if (start === undefined) return undefined;
    if (isStopOut(start, margin, percent)) return from;
    const lead = start - (margin * percent) / 100;
    const down = distanceTo(terms, -1, from - 1, lead);
    if (down !== undefined) return price(from - down);
    const up = distanceTo(terms, 1, from * (FURTHEST - 1), lead);
    return up === undefined ? undefined : price(from + up);
  });

function equityAt({ exposures, rest, spread, rateAt }: StopOutTerms, close: Price): Money | undefined {
  const rate = rateAt(close);
  if (rate === undefined) return undefined;
  const prices = { close, ask: price(close + spread) };
  return exposures.reduce(
    (sum, { side, openPrice, value }) =>
      addMoney(sum, floatingPnl(side, openPrice, closingPrice(side, prices), value, rate)),
    rest,
  );
}

/** The least distance of a stop out in one direction, at most `most`; `lead`: what may be lost before it. */
function distanceTo(terms: StopOutTerms, sign: 1 | -1, most: number, lead: number): number | undefined {
  const at = (distance: number): Price => price(terms.from + sign * distance);
  const isStopped = (distance: number): boolean => {
    const exact = withinMoney(() => {
      const equity = equityAt(terms, at(distance));
      return equity !== undefined && isStopOut(equity, terms.margin, terms.percent);
    });
    // Far away the sums may exceed the range of money: then their sign decides.
    return exact ?? roughEquityAt(terms, at(distance)) < 0;
  };
  if (most < 1 || !isStopped(most)) return undefined;
  const probe = Math.ceil(terms.from / 2);
  const lost = roughEquityAt(terms, terms.from) - roughEquityAt(terms, at(probe));
  return leastDistance(isStopped, most, lost > 0 ? Math.ceil((lead / lost) * probe) : most);
}

/** The equity as a double, which has no bounds; 0 without a rate. */
function roughEquityAt({ exposures, rest, spread, rateAt }: StopOutTerms, at: Price): number {
  const rate = rateAt(at);
  if (rate === undefined) return 0;
  return exposures.reduce((sum, { side, openPrice, value }) => {
    const points = side === 'buy' ? at - openPrice : openPrice - at - spread;
    return sum + points * (value.num / value.den) * (rate.num / rate.den);
  }, rest as number);
}

/** The least distance from 1 to `most` that `holds`, which then holds for all larger ones; undefined if none does. */
function leastDistance(
  holds: (distance: number) => boolean,
  most: number,
  guess: number,
): number | undefined {
  // `low` does not hold, `high` does.
  let low = 0;
  let high = Math.max(1, Math.min(guess, most));
  if (holds(high)) {
    for (let step = 1; low < high - step; step *= 2) {
      if (!holds(high - step)) low = high - step;
      else high -= step;
    }
  } else {
    for (let step = 1; low < high; step *= 2) {
      low = high;
      high = Math.min(low + step, most);
      if (holds(high)) break;
    }
    if (low >= high) return undefined;
  }
  while (low + 1 < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
