/** What one frame of a venue says, in words that all venues share. Prices are decimal texts, as the venue wrote them. */
export type VenueEvent = VenueBody & {
  /** When it happened by the venue's clock, epoch ms; absent when the frame does not say. */
  readonly eventMs?: number;
};

export type VenueBody =
  /** `timeMs`: when it was dealt, which decides its candle. */
  | { readonly kind: 'trade'; readonly symbol: MarketSymbol; readonly price: string; readonly timeMs: number }
  /** `open`: the day's first price, as the venue has it. */
  | { readonly kind: 'ticker'; readonly symbol: MarketSymbol; readonly price: string; readonly open?: string }
  /** The best bid. */
  | { readonly kind: 'book'; readonly symbol: MarketSymbol; readonly price: string }
  /** A one-minute candle as it stands; `timeS` its start, `trades` how many made it. */
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
}

/** A place whose captures can be imported: its name on the command line, and how its frames read. */
export interface Venue {
  readonly name: string;
  /** `value`: the frame's JSON. Never throws; what it does not know it ignores by name. */
  readonly read: (value: unknown) => readonly VenueEvent[];
}

export const timeOf = (value: unknown): { readonly eventMs?: number } =>
  isTime(value) ? { eventMs: value } : {};

const MAX_TIME_MS = 8_640_000_000_000;
export const isTime = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && value <= MAX_TIME_MS;

const PRICE = /^\d{1,12}(\.\d{1,16})?$/;
const UNREADABLE: readonly VenueEvent[] = [{ kind: 'ignored', what: 'frame that is no JSON' }];

/** What a frame says, with prices that are some; everything else is ignored by name. */
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
