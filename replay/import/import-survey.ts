import type { WireInstrument } from '../../shared/contract/market.ts';
import type { CaptureRecord } from './capture.ts';
import {
  codeOf,
  decimalsOf,
  eventsOf,
  type MarketSymbol,
  pricesOf,
  type Venue,
  type VenueEvent,
} from './venue.ts';

/** Facts of a whole capture that the first record of a recording needs. */
export interface Survey {
  readonly startMs: number | undefined;
  readonly instruments: ReadonlyMap<string, Surveyed>;
}

export interface Surveyed {
  readonly wire: WireInstrument;
  /** The kind of event that sets the price: the best one in the capture. */
  readonly pricedBy: PriceSource;
  /** Whether its price is a bid beside which there is an ask. */
  readonly hasAsk: boolean;
  /** Whether the capture has the venue's candles; otherwise they are folded from the prices. */
  readonly hasCandles: boolean;
}

type PriceSource = (typeof PRICE_SOURCES)[number];
/** Best first. */
const PRICE_SOURCES = ['trade', 'aggTrade', 'ticker', 'candle', 'book'] as const;

interface Seen {
  readonly symbol: MarketSymbol;
  readonly kinds: Set<VenueEvent['kind']>;
  precision: number;
  /** Decimals of its asks; undefined without one. */
  askPrecision?: number;
}

const CRYPTO_CATEGORY = 5;
/** Dollars, and coins pegged to one. */
const DOLLARS: ReadonlySet<string> = new Set(['USD', 'USDT', 'USDC', 'BUSD', 'TUSD', 'FDUSD', '']);

/** Reads the whole capture once. @param onEvent called with what each frame contains */
export async function survey(
  venue: Venue,
  records: AsyncIterable<CaptureRecord>,
  onEvent: (event: VenueEvent, frame: string) => void,
): Promise<Survey> {
  const seen = new Map<string, Seen>();
  let startMs: number | undefined;
  for await (const record of records) {
    if (record.dir !== 'in') {
      startMs ??= record.atMs;
      continue;
    }
    for (const event of eventsOf(venue, record.frame)) {
      onEvent(event, record.frame);
      note(seen, event);
    }
    // A message before the first time of a capture without times of its own.
    if (record.atMs > 0) startMs ??= record.atMs;
  }
  const all = [...seen.values()];
  const instruments = all.map((one, at): [string, Surveyed] => {
    const pricedBy = PRICE_SOURCES.find((kind) => one.kinds.has(kind)) ?? 'book';
    const askPrecision = pricedBy === 'book' ? one.askPrecision : undefined;
    const precision = Math.max(one.precision, askPrecision ?? 0);
    return [
      codeOf(one.symbol),
      {
        wire: wireOf({ ...one, precision }, at + 1, all),
        pricedBy,
        hasAsk: askPrecision !== undefined,
        hasCandles: one.kinds.has('candle'),
      },
    ];
  });
  return { startMs, instruments: new Map(instruments) };
}

/** More than any real capture has; further instruments are not listed. */
const MAX_INSTRUMENTS = 2_000;

function note(seen: Map<string, Seen>, event: VenueEvent): void {
  if (event.kind === 'ignored' || event.kind === 'dropped') return;
  const code = codeOf(event.symbol);
  const one = seen.get(code) ?? { symbol: event.symbol, kinds: new Set(), precision: 0 };
  if (!seen.has(code)) {
    if (seen.size === MAX_INSTRUMENTS) return;
    seen.set(code, one);
  }
  one.kinds.add(event.kind);
  for (const price of pricesOf(event)) one.precision = Math.max(one.precision, decimalsOf(price));
  if (event.kind === 'book' && event.ask !== undefined)
    one.askPrecision = Math.max(one.askPrecision ?? 0, decimalsOf(event.ask));
}

function wireOf({ symbol, precision }: Seen, id: number, all: readonly Seen[]): WireInstrument {
  const { base, quote, contract } = symbol;
  const inDollars = DOLLARS.has(quote);
  return {
    Id: id,
    Code: codeOf(symbol),
    ShowCode: (quote === '' ? base : `${base}/${quote}`) + (contract === undefined ? '' : ` ${contract}`),
    Logo: '',
    CategoryId: CRYPTO_CATEGORY,
    MarketStatus: 1,
    PricePrecision: precision,
    Pip: 0.01,
    ForexMinCont: 0.01,
    ForexContNum: 1,
    ForexFeeRate: 0.0005,
    MarginMode: 0,
    HasForexMultiple: [2, 5, 10, 20].map((Value) => ({ Value })),
    ForexQuotations: { Open: 0, Close: 0, Change: 0 },
    QuoteCurrency: inDollars ? 'USD' : quote,
    SettleCode: inDollars ? '' : conversionOf(quote, all),
  };
}

/** The capture's instrument with the currency's price in dollars; empty if there is none. */
function conversionOf(quote: string, all: readonly Seen[]): string {
  const found = all.find(({ symbol }) => symbol.base === quote && DOLLARS.has(symbol.quote));
  return found === undefined ? '' : codeOf(found.symbol);
}
