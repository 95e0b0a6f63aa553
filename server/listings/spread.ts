import { price } from '../../shared/domain/price.ts';
import type { TwoPrices } from '../../shared/domain/quote.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import type { Market } from '../feed/market.ts';
import { AHEAD_MS } from './calendar.ts';
import type { Listing } from './listing.ts';
import type { ListingChange } from './listing-change.ts';
import { listingRepository } from './listing-repository.ts';
import type { NewTerms } from './take-off.ts';

/*
 * What an operator adds to the ask of each quote, in points. A change waits for the market's next opening, so that nobody is
 * stopped out by it in the middle of a session; only where no order works it counts at once.
 */

type Spreads = Pick<ListingChange, 'spread' | 'nextSpread'>;

/** One that counts, and one that waits. */
type SetSpread = Pick<Listing, 'spread' | 'nextSpread'>;

/** The spread of a quote of that moment. */
const spreadAt = ({ spread = 0, nextSpread }: Spreads, time: number): number =>
  nextSpread !== undefined && time >= nextSpread.from ? nextSpread.points : spread;

/**
 * What counts and what waits by the market's newest quote, or now without one. One that waits begins with the first quote from
 * its moment on: until then the former one counts, and it can be taken back.
 */
export function present(
  of: ListingChange,
  market: Pick<Market, 'wall' | 'quote' | 'instrumentByCode'>,
): SetSpread {
  const id = market.instrumentByCode(of.code)?.id;
  const quotedAt = (id === undefined ? undefined : market.quote(id)?.time) ?? market.wall();
  return {
    spread: spreadAt(of, quotedAt),
    nextSpread: of.nextSpread && quotedAt < of.nextSpread.from ? of.nextSpread : undefined,
  };
}

/** Whether asks are, or will be, above the bids of a source that has none. */
export const hasSpread = ({ spread, nextSpread }: SetSpread): boolean =>
  spread > 0 || (nextSpread?.points ?? 0) > 0;

/** A quote or a tick with the spread of its time; the same object without one. */
export function withSpread<Q extends TwoPrices & { readonly time: TimestampMs }>(quote: Q, of: Spreads): Q {
  const points = spreadAt(of, quote.time);
  return points === 0 ? quote : { ...quote, ask: price(quote.ask + points) };
}

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

/** What an operator's new spread makes of the present one: the preview says it, and it is stored. */
export const plannedSpread = (
  { spread }: SetSpread,
  points: number,
  working: { readonly open: number; readonly pending: number },
  opening: Opening,
): SetSpread =>
  working.open + working.pending === 0 || points === spread
    ? { spread: points, nextSpread: undefined }
    : { spread, nextSpread: { points, from: opening.at } };

/**
 * What a new spread makes of what is stored. `again`: with an order that was decided on the former ask, and stored after `first`,
 * it waits, too.
 */
export function spreadTerms(
  code: string,
  points: number,
  market: Market,
  feed: Market,
): Readonly<Record<'first' | 'again', NewTerms>> {
  let former: SetSpread = { spread: points, nextSpread: undefined };
  const planned: NewTerms = async (_, transaction) =>
    plannedSpread(
      former,
      points,
      await listingRepository(transaction).working(code),
      nextOpening(market, code),
    );
  return {
    first(before, transaction) {
      former = present(before, feed);
      return planned(before, transaction);
    },
    async again(stored, transaction) {
      const changed = await planned(stored, transaction);
      return changed?.nextSpread && !stored.nextSpread ? changed : undefined;
    },
  };
}
