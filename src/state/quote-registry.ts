import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react';
import {
  FRESHNESS_NAMES,
  type Freshness,
  HEADER,
  HEADER_LENGTH,
  QUOTE,
  QUOTE_LENGTH,
} from '../../shared/bridge/market-frame.ts';
import { type InstrumentId, instrumentId } from '../../shared/domain/instrument.ts';
import { type Price, price } from '../../shared/domain/price.ts';
import type { TwoPrices } from '../../shared/domain/quote.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import { getOrCreate } from '../../shared/get-or-create.ts';
import { STALE_AFTER_MS } from '../../shared/limits.ts';
import { createWatchList } from './watch-list.ts';

/** One instrument's quote; every signal is undefined while the value is unknown. */
export interface QuoteSignals extends TwoPrices<ReadonlySignal<Price | undefined>> {
  /** The first price of the UTC day. */
  readonly open: ReadonlySignal<Price | undefined>;
  /** The lowest and the highest of that day that the engine has seen; unknown of a price that is not the engine's. */
  readonly low: ReadonlySignal<Price | undefined>;
  readonly high: ReadonlySignal<Price | undefined>;
  /** Hundredths of a percent. */
  readonly change: ReadonlySignal<number | undefined>;
  readonly marketOpen: ReadonlySignal<boolean | undefined>;
  /** Greyed from `stale`, opening blocked from `old`; a closed market's quote is never either. */
  readonly freshness: ReadonlySignal<Freshness | undefined>;
  /** The quote's time on the server's clock. */
  readonly timeMs: ReadonlySignal<TimestampMs | undefined>;
}

/** The same signals, which can be written. */
export type Writable<T> = {
  readonly [K in keyof T]: T[K] extends ReadonlySignal<infer V> ? Signal<V> : never;
};

type Entry = Writable<QuoteSignals> & { appliedAtMs: number };

/** The quote shown where no instrument is chosen. */
export const UNKNOWN_QUOTE: QuoteSignals = createEntry();

export interface QuoteRegistry {
  of(id: InstrumentId): QuoteSignals;
  /** Subscribes to the quote. Returns a release function. */
  retain(id: InstrumentId): () => void;
  readonly watched: number;
  /** Writes the quote rows of a market frame. Call it inside a `batch`. Allocates nothing per row. */
  apply(frame: Float64Array): void;
  /** Marks live quotes as stale: no frame can arrive now. */
  markStale(): void;
}

export function createQuoteRegistry(
  watch: (ids: readonly InstrumentId[]) => void,
  nowMs: () => number,
): QuoteRegistry {
  const entries = new Map<InstrumentId, Entry>();
  const watched = createWatchList(watch);
  const of = (id: InstrumentId): Entry => getOrCreate(entries, id, createEntry);
  const stale = (entry: Entry) => {
    if (entry.marketOpen.peek() && entry.freshness.peek() === 'live') entry.freshness.value = 'stale';
  };
  return {
    of,
    retain(id) {
      const entry = of(id);
      // A row that was scrolled away shows its last value, marked as stale.
      if (!watched.has(id) && nowMs() - entry.appliedAtMs > STALE_AFTER_MS) stale(entry);
      return watched.retain(id);
    },
    get watched() {
      return watched.size;
    },
    apply(frame) {
      const now = nowMs();
      const end = HEADER_LENGTH + (frame[HEADER.quotes] ?? 0) * QUOTE_LENGTH;
      for (let at = HEADER_LENGTH; at < end; at += QUOTE_LENGTH) {
        const entry = entries.get(instrumentId(frame[at + QUOTE.id] ?? 0));
        if (entry) applyRow(entry, frame, at, now);
      }
    },
    markStale: () => entries.forEach(stale),
  };
}

function applyRow(entry: Entry, frame: Float64Array, at: number, now: number): void {
  const close = frame[at + QUOTE.close] ?? Number.NaN;
  const ask = frame[at + QUOTE.ask] ?? Number.NaN;
  const open = frame[at + QUOTE.open] ?? Number.NaN;
  const low = frame[at + QUOTE.low] ?? Number.NaN;
  const high = frame[at + QUOTE.high] ?? Number.NaN;
  const change = frame[at + QUOTE.change] ?? Number.NaN;
  const marketOpen = frame[at + QUOTE.marketOpen] ?? Number.NaN;
  const timeMs = frame[at + QUOTE.timeMs] ?? Number.NaN;
  const freshness = frame[at + QUOTE.freshness] ?? Number.NaN;
  // A signal ignores an equal value.
  entry.close.value = Number.isNaN(close) ? undefined : price(close);
  entry.ask.value = Number.isNaN(ask) ? undefined : price(ask);
  entry.open.value = Number.isNaN(open) ? undefined : price(open);
  entry.low.value = Number.isNaN(low) ? undefined : price(low);
  entry.high.value = Number.isNaN(high) ? undefined : price(high);
  entry.change.value = Number.isNaN(change) ? undefined : change;
  entry.marketOpen.value = Number.isNaN(marketOpen) ? undefined : marketOpen === 1;
  entry.timeMs.value = Number.isNaN(timeMs) ? undefined : timestampMs(timeMs);
  entry.freshness.value = FRESHNESS_NAMES[freshness];
  entry.appliedAtMs = now;
}

function createEntry(): Entry {
  return {
    close: signal(undefined),
    ask: signal(undefined),
    open: signal(undefined),
    low: signal(undefined),
    high: signal(undefined),
    change: signal(undefined),
    marketOpen: signal(undefined),
    freshness: signal(undefined),
    timeMs: signal(undefined),
    appliedAtMs: Number.NEGATIVE_INFINITY,
  };
}
