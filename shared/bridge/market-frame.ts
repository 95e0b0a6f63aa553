/**
 * The market frame: everything that ticks on the page, in one Float64Array that crosses from worker to page at most
 * once a frame. All of it comes from one snapshot of quotes, so that list, ticket and account never disagree.
 *
 *   [ header | quote rows | position rows ]
 *
 * NaN stands for "not known".
 */
export const HEADER = {
  quotes: 0,
  positions: 1,
  /** 1 when the account's figures below are known. */
  hasAccount: 2,
  balance: 3,
  floatingPnl: 4,
  equity: 5,
  margin: 6,
  freeMargin: 7,
  /** Hundredths of a percent. */
  marginLevel: 8,
  riskRate: 9,
  /** The server's clock at the newest quote, epoch ms. */
  serverTimeMs: 10,
  /**
   * When the worker received the newest tick in this frame, on the clock of `performance.timeOrigin +
   * performance.now()`.
   */
  receivedAtMs: 11,
} as const;
export const HEADER_LENGTH = 12;

/** One quote row. Prices in points, the ask also where it equals the close; change in hundredths of a percent. */
export const QUOTE = {
  id: 0,
  close: 1,
  open: 2,
  change: 3,
  marketOpen: 4,
  timeMs: 5,
  freshness: 6,
  ask: 7,
  /** The lowest and the highest of the day's closes that the worker got, and of its open. */
  low: 8,
  high: 9,
} as const;
export const QUOTE_LENGTH = 10;

/** One position row: the price at which it would close now in points, the floating profit in millionths. */
export const POSITION = { id: 0, price: 1, pnl: 2 } as const;
export const POSITION_LENGTH = 3;

/** How old a quote is while its market is open: shown greyed from `stale`, opening blocked from `old`. */
export const FRESHNESS = { live: 0, stale: 1, old: 2 } as const;
export type Freshness = keyof typeof FRESHNESS;
export const FRESHNESS_NAMES = ['live', 'stale', 'old'] as const satisfies readonly Freshness[];

export const frameLength = (quotes: number, positions: number): number =>
  HEADER_LENGTH + quotes * QUOTE_LENGTH + positions * POSITION_LENGTH;
