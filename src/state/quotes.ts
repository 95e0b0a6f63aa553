import type { ReadonlySignal } from '@preact/signals-react';
import { useEffect } from 'react';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import { live } from './live.ts';
import { UNKNOWN_QUOTE, type QuoteSignals as WatchedQuote } from './quote-registry.ts';

export type QuoteSignals = WatchedQuote;

/** The quote's signals, watched while the component is mounted. The same object as long as `id` stays. */
export function useQuote(id: InstrumentId | undefined): QuoteSignals {
  useEffect(() => (id === undefined ? undefined : live.quotes.retain(id)), [id]);
  return id === undefined ? UNKNOWN_QUOTE : live.quotes.of(id);
}

/** Has the quotes of these followed until the answer is called: for lists whose scroll renders nothing. */
export function followQuotes(instruments: readonly { readonly id: InstrumentId }[]): () => void {
  const releases = instruments.map(({ id }) => live.quotes.retain(id));
  return () => {
    for (const release of releases) release();
  };
}

/** The quote's signals as they stand; they move only while something has the quote on screen. */
export const quoteOf = (id: InstrumentId): QuoteSignals => live.quotes.of(id);

/** Points of the mini chart, [times (epoch s)… | closes (points)…]. */
export const sparklineOf = (id: InstrumentId): ReadonlySignal<Float64Array | undefined> =>
  live.sparklines.of(id);

/** Has the mini chart's points kept up to date until the answer is called. */
export const followSparkline = (id: InstrumentId): (() => void) => live.sparklines.retain(id);
