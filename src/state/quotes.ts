import type { ReadonlySignal } from '@preact/signals-react';
import { useEffect } from 'react';
import type { InstrumentId } from '../../shared/instrument.ts';
import { live } from './live.ts';
import { UNKNOWN_QUOTE, type QuoteSignals as WatchedQuote } from './quote-registry.ts';

export type QuoteSignals = WatchedQuote;

/** The quote's signals, watched while the component is mounted. The same object as long as `id` stays. */
export function useQuote(id: InstrumentId | undefined): QuoteSignals {
  useEffect(() => (id === undefined ? undefined : live.quotes.retain(id)), [id]);
  return id === undefined ? UNKNOWN_QUOTE : live.quotes.of(id);
}

/** The quote's signals as they stand; they move only while something has the quote on screen. */
export const quoteOf = (id: InstrumentId): QuoteSignals => live.quotes.of(id);

/** Points of the mini chart, [times (epoch s)… | closes (points)…]; watched while the component is mounted. */
export function useSparkline(id: InstrumentId): ReadonlySignal<Float64Array | undefined> {
  useEffect(() => live.sparklines.retain(id), [id]);
  return live.sparklines.of(id);
}
