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
