/** The content of a venue's frame in common terms. Prices and volumes are decimal texts, as the venue wrote them. */
export type VenueEvent = VenueBody & {
  /** Time on the venue's clock, epoch ms; absent if the frame has none. */
  readonly eventMs?: number;
};

export type VenueBody =
  /**
   * `timeMs`: the time of the trade, which decides its candle; absent if the source tells none. `aggTrade`: all fills of
   * one order at one price. `volume`: what the candle counts in place of the trade itself.
   */
  | {
      readonly kind: 'trade' | 'aggTrade';
      readonly symbol: MarketSymbol;
      readonly price: string;
      readonly timeMs?: number;
      readonly volume?: string;
    }
  /** `open`: the venue's first price of the day. */
  | { readonly kind: 'ticker'; readonly symbol: MarketSymbol; readonly price: string; readonly open?: string }
  /** The best bid. */
  | { readonly kind: 'book'; readonly symbol: MarketSymbol; readonly price: string }
  /** The current state of a one-minute candle: `timeS` is its start, `trades` their number. */
  | {
      readonly kind: 'candle';
      readonly symbol: MarketSymbol;
      readonly timeS: number;
      readonly prices: readonly [open: string, high: string, low: string, close: string];
      readonly trades: number;
    }
  | { readonly kind: 'ignored'; readonly what: string };

export interface MarketSymbol {
  readonly base: string;
  readonly quote: string;
  /** Of a future: `PERP`, or its day. */
  readonly contract?: string;
}

/** A venue whose captures can be imported: its name on the command line, and the reader of its frames. */
export interface Venue {
  readonly name: string;
  /** Its socket's hosts, where another venue reads the same frames. */
  readonly hosts?: RegExp;
  /** `value`: the frame's JSON. Never throws; unknown frames become `ignored` events. */
  readonly read: (value: unknown) => readonly VenueEvent[];
}

export const timeOf = (value: unknown): { readonly eventMs?: number } =>
  isTime(value) ? { eventMs: value } : {};

const MAX_TIME_MS = 8_640_000_000_000;
export const isTime = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && value <= MAX_TIME_MS;

const PRICE = /^\d{1,12}(\.\d{1,16})?$/;
const UNREADABLE: readonly VenueEvent[] = [{ kind: 'ignored', what: 'frame that is no JSON' }];

/** The events of a frame. Those with invalid prices become `ignored`. */
export function eventsOf(venue: Venue, frame: string): readonly VenueEvent[] {
  let value: unknown;
  try {
    value = JSON.parse(frame);
  } catch {
    return UNREADABLE;
  }
  return venue.read(value).map(sound);
}

function sound(event: VenueEvent): VenueEvent {
  if (event.kind === 'ignored' || pricesOf(event).every(isPrice)) return event;
  return { kind: 'ignored', what: `${event.kind} without a price` };
}

export function pricesOf(event: Exclude<VenueEvent, { kind: 'ignored' }>): readonly string[] {
  if (event.kind === 'candle') return event.prices;
  return event.kind === 'ticker' && event.open !== undefined ? [event.price, event.open] : [event.price];
}

const isPrice = (text: string): boolean => PRICE.test(text) && Number(text) > 0;
