import { parseScaled } from '../../shared/domain/decimal.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import { type Price, pointsPerUnit, price } from '../../shared/domain/price.ts';
import { LOT_SCALE, type Volume, volume, volumeToWire } from '../../shared/domain/volume.ts';
import { MAX_ORDER_LOTS } from '../../shared/limits.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { separators } from './separators.ts';

const LOT_DECIMALS = 4;

export type PriceProblem = 'malformed' | 'too-precise';
export type VolumeProblem = 'malformed' | 'zero' | 'off-step' | 'below-min' | 'above-max';

/** The largest order, as a size. */
export const MAX_VOLUME: Volume = volume(MAX_ORDER_LOTS * LOT_SCALE);

/** Parses a price, as its field holds it, to points. Empty and zero mean no price: `undefined`. */
export function parsePrice(text: string, precision: number): Result<Price | undefined, PriceProblem> {
  if (text === '') return ok(undefined);
  const scaled = parseScaled(text, precision);
  if (!scaled.ok) return err(scaled.error === 'too-precise' ? 'too-precise' : 'malformed');
  if (scaled.value < 0) return err('malformed');
  return ok(scaled.value === 0 ? undefined : price(scaled.value));
}

/** Parses lots, as their field holds them: above zero, whole steps, between the smallest and the largest order. */
export function parseVolume(
  text: string,
  terms: Pick<Instrument, 'lotStep' | 'minVolume'>,
): Result<Volume, VolumeProblem> {
  if (text === '') return err('zero');
  const scaled = parseScaled(text, LOT_DECIMALS);
  if (!scaled.ok) return err(scaled.error === 'too-precise' ? 'off-step' : 'malformed');
  if (scaled.value < 0) return err('malformed');
  if (scaled.value === 0) return err('zero');
  if (scaled.value < terms.minVolume) return err('below-min');
  if (scaled.value > MAX_VOLUME) return err('above-max');
  return scaled.value % terms.lotStep === 0 ? ok(volume(scaled.value)) : err('off-step');
}

/** A price as the plain decimal of a field, with all digits. */
export const plainPrice = (points: Price, precision: number): string =>
  (points / pointsPerUnit(precision)).toFixed(precision);

/** A size as the plain decimal of a field, with as many decimals as the lot step. */
export const plainLots = (size: Volume, step: Volume): string =>
  volumeToWire(size).toFixed(stepDecimals(step));

/** A size as a field shows it. */
export const lotsText = (size: Volume, step: Volume): string => fieldText(plainLots(size, step));

/** A plain decimal with the locale's decimal separator. Forms hold plain decimals: `readNumber` reads what is typed. */
export const fieldText = (plain: string): string => plain.replace('.', separators().decimal);

/** Number of decimals of a lot step: 2 for 0.01. */
export function stepDecimals(step: Volume): number {
  let decimals = LOT_DECIMALS;
  for (let rest: number = step; decimals > 0 && rest % 10 === 0; rest /= 10) decimals--;
  return decimals;
}
