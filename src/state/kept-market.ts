import { FRESHNESS, HEADER, HEADER_LENGTH, QUOTE, QUOTE_LENGTH } from '../../shared/bridge/market-frame.ts';
import type { MarketList } from '../../shared/bridge/worker-api.ts';
import { type Instrument, type InstrumentId, instrumentId } from '../../shared/domain/instrument.ts';
import { parseJson } from '../../shared/json.ts';
import type { QuoteSignals } from './quote-registry.ts';

/*
 * The last known prices, kept on the device for a start without a network: the first instruments of the list, and of
 * them what was seen. Nothing of an account is kept.
 */

export type Listed = Extract<MarketList, { status: 'ready' }>;

/** What is kept. A build reads only what it has written itself. */
export interface KeptMarket {
  readonly build: string;
  readonly savedAtMs: number;
  readonly list: Listed;
  readonly prices: readonly KeptPrice[];
}

interface KeptPrice {
  readonly id: InstrumentId;
  readonly close: number;
  readonly ask: number | undefined;
  readonly open: number | undefined;
  readonly change: number | undefined;
  readonly marketOpen: boolean;
  readonly timeMs: number | undefined;
}

/** More than anybody scrolls through without a network; keeps the text small. */
const MAX_KEPT = 60;
/** The prices of an open market that are older than the newest by more than this are not shown together with it. */
const TOGETHER_MS = 120_000;

/** @param quoteOf the quote as far as it was seen; of rows that were never on the screen nothing is known */
export function keepMarket(
  list: Listed,
  quoteOf: (id: InstrumentId) => QuoteSignals,
  build: string,
  nowMs: number,
): KeptMarket {
  const isSeen = ({ id }: Instrument) => quoteOf(id).close.peek() !== undefined;
  const seen = list.instruments.filter(isSeen).slice(0, MAX_KEPT);
  const others = list.instruments.filter((one) => !isSeen(one)).slice(0, MAX_KEPT - seen.length);
  const kept = new Set([...seen, ...others]);
  // By the exchange's clock: the phone's may be minutes off.
  const newestMs = Math.max(...seen.map(({ id }) => quoteOf(id).timeMs.peek() ?? 0));
  return {
    build,
    savedAtMs: nowMs,
    list: { ...list, instruments: list.instruments.filter((one) => kept.has(one)) },
    prices: seen.flatMap(({ id }) => {
      const { close, ask, open, change, marketOpen, timeMs } = quoteOf(id);
      const at = timeMs.peek();
      const price = close.peek();
      const isOpen = marketOpen.peek() === true;
      if (price === undefined || (isOpen && at !== undefined && at < newestMs - TOGETHER_MS)) return [];
      return [
        {
          id,
          close: price,
          ask: ask.peek(),
          open: open.peek(),
          change: change.peek(),
          marketOpen: isOpen,
          timeMs: at,
        },
      ];
    }),
  };
}

/** Undefined if the text is damaged, or of another build, whose lists may look different. */
export function readKeptMarket(text: string | null, build: string): KeptMarket | undefined {
  const kept = parseJson(text ?? '') as KeptMarket | null | undefined;
  return kept?.build === build ? kept : undefined;
}

/** The kept prices as a market frame; those of open markets are old. */
export function frameOf(prices: readonly KeptPrice[]): Float64Array {
  const frame = new Float64Array(HEADER_LENGTH + prices.length * QUOTE_LENGTH).fill(Number.NaN);
  frame[HEADER.quotes] = prices.length;
  prices.forEach(({ id, close, ask, open, change, marketOpen, timeMs }, row) => {
    const at = HEADER_LENGTH + row * QUOTE_LENGTH;
    frame[at + QUOTE.id] = instrumentId(id);
    frame[at + QUOTE.close] = close;
    frame[at + QUOTE.ask] = ask ?? Number.NaN;
    frame[at + QUOTE.open] = open ?? Number.NaN;
    frame[at + QUOTE.change] = change ?? Number.NaN;
    frame[at + QUOTE.marketOpen] = marketOpen ? 1 : 0;
    frame[at + QUOTE.timeMs] = timeMs ?? Number.NaN;
    frame[at + QUOTE.freshness] = marketOpen ? FRESHNESS.old : FRESHNESS.live;
  });
  return frame;
}
