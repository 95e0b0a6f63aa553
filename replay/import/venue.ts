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
