/*
 * What an operator allows: in an instrument, and to a customer. The exchange refuses by these rules, the app applies them
 * before it sends.
 */

/** Of an instrument. `close-only`: no opening and no pending order; `halted`: no dealing at all. */
export const MODES = ['open', 'close-only', 'halted'] as const;
export type Mode = (typeof MODES)[number];

export const isMode = (text: unknown): text is Mode => MODES.some((mode) => mode === text);

/** `open`: a market order, and placing, changing and filling a pending one. */
export type Deal = 'open' | 'close';

/** Why an instrument cannot be dealt in, as the wire says it (`data.reason` of 4101). */
const MARKET_BARS = ['closed', 'close-only', 'halted', 'stale'] as const;
export type MarketBar = (typeof MARKET_BARS)[number];

export const isMarketBar = (text: unknown): text is MarketBar => MARKET_BARS.some((one) => one === text);

/** The facts that decide about a deal; an unknown market counts as open. */
export interface DealFacts {
  readonly mode: Mode;
  readonly isMarketOpen: boolean | undefined;
  /** Closed in its hours; see `MarketState`. */
  readonly why?: 'halted' | 'stale' | undefined;
}

/** Why not, if so. A halt comes before the hours: it lasts until an operator ends it. */
export function marketBar(deal: Deal, { mode, isMarketOpen, why }: DealFacts): MarketBar | undefined {
  if (mode === 'halted') return 'halted';
  if (isMarketOpen === false) return why ?? 'closed';
  return mode === 'close-only' && deal === 'open' ? 'close-only' : undefined;
}

/** Of a customer. `no-withdrawal` allows everything else; `blocked` nothing, not even a login. */
export const RESTRICTIONS = ['close-only', 'no-withdrawal', 'blocked'] as const;
export type Restriction = (typeof RESTRICTIONS)[number];

export const isRestriction = (text: unknown): text is Restriction => RESTRICTIONS.some((one) => one === text);

/** The restriction that forbids a deal or a withdrawal to a customer (`data.reason` of 4011), if one does. */
export function customerBar(
  wish: Deal | 'withdraw',
  restriction: Restriction | undefined,
): Restriction | undefined {
  switch (restriction) {
    case undefined:
      return undefined;
    case 'close-only':
      return wish === 'open' ? restriction : undefined;
    case 'no-withdrawal':
      return wish === 'withdraw' ? restriction : undefined;
    case 'blocked':
      return restriction;
    default:
      return restriction satisfies never;
  }
}
