import { price } from '../../shared/domain/price.ts';
import type { TwoPrices } from '../../shared/domain/quote.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import type { Market } from '../feed/market.ts';
import type { Db } from '../store/schema.ts';
import type { ListingChange } from './listing-change.ts';
import { listingRepository } from './listing-repository.ts';

/*
 * What an operator adds to the ask of each quote, in points. A change waits for the market's next opening, so that nobody is
 * stopped out by it in the middle of a session; only where no order works it counts at once.
 */

type Spreads = Pick<ListingChange, 'spread' | 'nextSpread'>;

/** The spread of a quote of that moment. */
export const spreadAt = ({ spread = 0, nextSpread }: Spreads, time: number): number =>
  nextSpread !== undefined && time >= nextSpread.from ? nextSpread.points : spread;

/** Whether asks are, or will be, above the bids of a source that has none. */
export const hasSpread = ({ spread = 0, nextSpread }: Spreads): boolean =>
  spread > 0 || (nextSpread?.points ?? 0) > 0;

/** A quote or a tick with the spread of its time; the same object without one. */
export function withSpread<Q extends TwoPrices & { readonly time: TimestampMs }>(quote: Q, of: Spreads): Q {
  const points = spreadAt(of, quote.time);
  return points === 0 ? quote : { ...quote, ask: price(quote.ask + points) };
}

/** How far ahead an opening is looked for: longer than any holidays. */
const AHEAD_MS = 31 * 86_400_000;
const DAY_MS = 86_400_000;

interface Opening {
  readonly at: TimestampMs;
  /** False: the market never closes, or its hours are not known, and this is 00:00 UTC. */
  readonly isKnown: boolean;
}

/** When a new spread takes effect where orders work. */
export function nextOpening(
  market: Pick<Market, 'wall' | 'sessions' | 'instrumentByCode'>,
  code: string,
): Opening {
  const now = market.wall();
  const id = market.instrumentByCode(code)?.id;
  const spans = (id === undefined ? undefined : market.sessions(id, now, now + AHEAD_MS)) ?? [];
  const opening = spans.find(([opens]) => opens > now)?.[0];
  const midnight = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
  return { at: timestampMs(opening ?? midnight), isKnown: opening !== undefined };
}

/** What is stored when an operator sets a spread; see `Listings.setSpread`. */
export async function changedSpread(
  transaction: Db,
  market: Pick<Market, 'wall' | 'sessions' | 'instrumentByCode'>,
  before: ListingChange,
  points: number,
): Promise<Pick<ListingChange, 'spread' | 'nextSpread'>> {
  const { open, pending } = await listingRepository(transaction).working(before.code);
  const spread = spreadAt(before, market.wall());
  if (open + pending === 0 || points === spread) return { spread: points, nextSpread: undefined };
  return { spread, nextSpread: { points, from: nextOpening(market, before.code).at } };
}
