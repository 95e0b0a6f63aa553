import type { CandleRow } from '../../shared/domain/candle.ts';

/** Interface of a peer of the candles. */
export interface CandlePeer {
  readonly name: string;
  /**
   * Takes ticks in the library's own format, converted beforehand.
   * @returns candles by a period
   */
  prepare(
    timesMs: readonly number[],
    prices: readonly number[],
  ): (period: CandlePeriod) => readonly CandleRow[];
}

export type CandlePeriod = '1m' | '5m' | '15m' | '30m' | '1h' | '1d';

/** Terms of a position's profit for any kind of exact arithmetic: safe integers. */
export interface ExactTerms {
  /** Open price, points. */
  readonly opened: number;
  readonly isBuy: boolean;
  /** Value of a point in millionths, as a fraction. */
  readonly num: number;
  readonly den: number;
  /** Index of the instrument's price. */
  readonly quoteAt: number;
  /** Index of the rate's price, and its points per unit; absent for the account's own currency. */
  readonly rate?: { readonly at: number; readonly unit: number; readonly isInverse: boolean };
}

/** Interface of a kind of arithmetic that is compared on the profits. */
export interface ExactPeer {
  readonly name: string;
  prepare(positions: readonly ExactTerms[]): ExactProfit;
}

/** @returns the sum of the profits at these prices, each rounded half away from zero, millionths */
type ExactProfit = (points: readonly number[]) => number;
