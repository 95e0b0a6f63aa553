import type { Instrument } from '../../shared/domain/instrument.ts';
import type { WirePeriod } from '../../shared/domain/period.ts';
import { type Price, price } from '../../shared/domain/price.ts';
import type { Market } from './market.ts';

/** The last price before a moment of the past, which is the start of a minute; undefined if no candle is kept from before it. */
export async function closeBefore(
  market: Pick<Market, 'kline'>,
  { id }: Pick<Instrument, 'id'>,
  at: number,
): Promise<Price | undefined> {
  const before = async (period: WirePeriod, end: number) =>
    (await market.kline(id, period, end / 1_000, 1))[0];
  // What is shorter than an hour is folded from minutes, which are not kept for as long as hours.
  const candle = (await before(periodEndingAt(at), at)) ?? (await before('60min', at - (at % HOUR_MS)));
  return candle && price(candle[4]);
}

const HOUR_MS = 3_600_000;
/** By their length, the longest first. */
const PERIODS = [
  [HOUR_MS, '60min'],
  [1_800_000, '30min'],
  [900_000, '15min'],
] as const;

/** The longest candles that can end at that moment. */
const periodEndingAt = (at: number): WirePeriod => PERIODS.find(([ms]) => at % ms === 0)?.[1] ?? '1min';
