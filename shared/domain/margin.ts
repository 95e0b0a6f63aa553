import type { Instrument } from './instrument.ts';
import { type Money, money, mulDiv, mulRatio, withinMoney } from './money.ts';
import { type Price, pointsPerUnit } from './price.ts';
import type { Rate } from './rate.ts';
import { LOT_SCALE, type Volume, volume } from './volume.ts';

type MarginTerms = Pick<Instrument, 'marginMode' | 'contractSize' | 'precision'>;

/**
 * Margin of an order; specification, section 9. By price: lots x units per lot x price / multiple x rate;
 * fixed: lots x units per lot / multiple, in the account's currency. Rounded once at six places.
 */
export function marginOf(
  terms: MarginTerms,
  size: Volume,
  price: Price,
  multiple: number,
  rate: Rate,
): Money {
  const units = size * terms.contractSize * (1_000_000 / LOT_SCALE);
  if (terms.marginMode === 'fixed') return money(mulDiv(units, 1, multiple));
  return money(mulRatio(units, price, pointsPerUnit(terms.precision) * multiple, rate.num, rate.den));
}

/** How the fee is computed: `per-lot` if `trade_fee_type` is 1, otherwise a fraction of the margin. */
export type FeeType = 'per-lot' | 'of-margin';

/** Fee of an opening; specification, section 9. `feeRateMillionths` as on the instrument. */
export function feeOf(feeType: FeeType, feeRateMillionths: number, size: Volume, margin: Money): Money {
  return feeType === 'per-lot'
    ? money(mulDiv(size, feeRateMillionths, LOT_SCALE))
    : money(mulDiv(margin, feeRateMillionths, 1_000_000));
}

/** The largest size, in whole steps, whose margin and fee fit into `free`; zero if none does. */
export function maxVolume(
  instrument: Instrument,
  price: Price,
  multiple: number,
  rate: Rate,
  feeType: FeeType,
  free: Money,
  cap: Volume,
): Volume {
  const cost = (size: number): number =>
    withinMoney(() => {
      const margin = marginOf(instrument, volume(size), price, multiple, rate);
      return margin + feeOf(feeType, instrument.feeRateMillionths, volume(size), margin);
    }) ?? Number.POSITIVE_INFINITY;
  let [low, high] = [0, Math.floor(cap / instrument.lotStep)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (cost(middle * instrument.lotStep) <= free) low = middle;
    else high = middle - 1;
  }
  const size = low * instrument.lotStep;
  return volume(size < instrument.minVolume ? 0 : size);
}
