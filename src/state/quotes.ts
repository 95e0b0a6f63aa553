import type { ReadonlySignal } from '@preact/signals-react';
import { useEffect } from 'react';
import type { InstrumentId, MarketState } from '../../shared/domain/instrument.ts';
import { live } from './live.ts';
import { UNKNOWN_QUOTE, type QuoteSignals as WatchedQuote } from './quote-registry.ts';

export type QuoteSignals = WatchedQuote;

/** The quote's signals, subscribed while the component is mounted. The same object while `id` stays the same. */
export function useQuote(id: InstrumentId | undefined): QuoteSignals {
  useEffect(() => (id === undefined ? undefined : live.quotes.retain(id)), [id]);
  return id === undefined ? UNKNOWN_QUOTE : live.quotes.of(id);
}

/** Subscribes to these quotes; returns unsubscribe. For lists that do not re-render on scroll. */
export function followQuotes(instruments: readonly { readonly id: InstrumentId }[]): () => void {
  const releases = instruments.map(({ id }) => live.quotes.retain(id));
  return () => {
    for (const release of releases) release();
  };
}

/** As `followQuotes`, for their mini charts as well: those of rows that are about to be seen are there in time. */
export function followRows(instruments: readonly { readonly id: InstrumentId }[]): () => void {
  const releases = instruments.map(({ id }) => live.sparklines.retain(id));
  const unfollow = followQuotes(instruments);
  return () => {
    unfollow();
    for (const release of releases) release();
  };
}

/** The quote's signals without a subscription: they change only while something else subscribes. */
export const quoteOf = (id: InstrumentId): QuoteSignals => live.quotes.of(id);

/** Whether an instrument has had no new price for too long in its hours, as the list says while no quote says otherwise. */
export const isStale = (market: MarketState | undefined, { marketOpen }: QuoteSignals): boolean =>
  marketOpen.value !== true && market?.status === 'closed' && market.why === 'stale';

/** Whether its last price is shown grey. */
export const isOutdated = (market: MarketState | undefined, quote: QuoteSignals): boolean =>
  isStale(market, quote) || quote.freshness.value === 'stale' || quote.freshness.value === 'old';

/** The mini chart's points: [times (epoch s)… | closes (points)…]. */
export const sparklineOf = (id: InstrumentId): ReadonlySignal<Float64Array | undefined> =>
  live.sparklines.of(id);

/** Subscribes to the mini chart's points. Returns unsubscribe. */
export const followSparkline = (id: InstrumentId): (() => void) => live.sparklines.retain(id);
