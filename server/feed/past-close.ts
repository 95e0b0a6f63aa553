import type { Instrument, Settlement } from '../../shared/domain/instrument.ts';
import type { WirePeriod } from '../../shared/domain/period.ts';
import { type Price, price } from '../../shared/domain/price.ts';
import { type Rate, rateOf } from '../../shared/domain/rate.ts';
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

/** The instrument whose price turns a quote currency into USD. */
export const conversionOf = (
  settle: Settlement,
  market: Pick<Market, 'instrumentByCode'>,
): Instrument | undefined => (settle.status === 'none' ? undefined : market.instrumentByCode(settle.code));

/** The value of a quote currency by a close of that instrument; undefined where none is known. */
export async function rateBy(
  settle: Settlement,
  market: Pick<Market, 'instrumentByCode'>,
  closeOf: (conversion: Instrument) => Promise<Price | undefined>,
): Promise<Rate | undefined> {
  const conversion = conversionOf(settle, market);
  return rateOf(settle, conversion && (await closeOf(conversion)), conversion?.precision ?? 0);
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
