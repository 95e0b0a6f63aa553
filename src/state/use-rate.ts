import { computed, type ReadonlySignal } from '@preact/signals-react';
import { useMemo } from 'react';
import type { Instrument } from '../../shared/domain/instrument.ts';
import { type Rate, rateOf, UNIT_RATE } from '../../shared/domain/rate.ts';
import { market } from './market.ts';
import { UNKNOWN_QUOTE } from './quote-registry.ts';
import { type QuoteSignals, quoteOf, useQuote } from './quotes.ts';

/** USD value of one unit of the instrument's quote currency, live; undefined while unknown. */
export function useRate(instrument: Instrument | undefined): ReadonlySignal<Rate | undefined> {
  const settling = instrument && settlingInstrument(instrument);
  const quote = useQuote(settling?.id);
  return useMemo(() => liveRate(instrument, settling, quote), [instrument, settling, quote]);
}

/** As `useRate`, without a subscription: the rate changes only while the quote of `settlingInstrument` is followed. */
export function rateSignal(instrument: Instrument | undefined): ReadonlySignal<Rate | undefined> {
  const settling = instrument && settlingInstrument(instrument);
  return liveRate(instrument, settling, settling ? quoteOf(settling.id) : UNKNOWN_QUOTE);
}

function liveRate(
  instrument: Instrument | undefined,
  settling: Instrument | undefined,
  quote: QuoteSignals,
): ReadonlySignal<Rate | undefined> {
  return computed(() => {
    if (!instrument) return undefined;
    if (instrument.settle.status === 'none') return UNIT_RATE;
    return settling && rateOf(instrument.settle, quote.close.value, settling.precision);
  });
}

/** The conversion instrument. Read untracked: a component that has an instrument has the list already. */
export function settlingInstrument({ settle }: Instrument): Instrument | undefined {
  const list = market.peek();
  if (settle.status === 'none' || list.status !== 'ready') return undefined;
  return list.instruments.find((one) => one.code === settle.code);
}
