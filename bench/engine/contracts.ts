import type { CandleRow } from '../../shared/domain/candle.ts';

/** What a peer must do to be measured beside the candles. */
export interface CandlePeer {
  readonly name: string;
  /** Takes ticks in the shape that the library asks for, made beforehand. @returns candles by a period */
  prepare(
    timesMs: readonly number[],
    prices: readonly number[],
  ): (period: CandlePeriod) => readonly CandleRow[];
}

export type CandlePeriod = '1m' | '5m' | '15m' | '30m' | '1h' | '1d';

/** A position's profit as exact arithmetic of any kind takes it: safe integers. */
export interface ExactTerms {
  /** Points. */
  readonly opened: number;
  readonly isBuy: boolean;
  /** Millionths that a point is worth, as a fraction. */
  readonly num: number;
  readonly den: number;
  /** Where the instrument's price is. */
  readonly quoteAt: number;
  /** Where the price of the rate is, and how many points it has a unit; absent for the account's own currency. */
  readonly rate?: { readonly at: number; readonly unit: number; readonly isInverse: boolean };
}

/** What a kind of arithmetic must do to be measured beside the profits. */
export interface ExactPeer {
  readonly name: string;
  prepare(positions: readonly ExactTerms[]): ExactProfit;
}

/** @returns the sum of the profits at these prices, each rounded half away from zero, in millionths */
type ExactProfit = (points: readonly number[]) => number;
