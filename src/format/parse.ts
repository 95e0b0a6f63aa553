import { parseScaled } from '../../shared/domain/decimal.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import { type Price, pointsPerUnit, price } from '../../shared/domain/price.ts';
import { LOT_SCALE, type Volume, volume, volumeToWire } from '../../shared/domain/volume.ts';
import { MAX_ORDER_LOTS } from '../../shared/limits.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { marks } from './marks.ts';

const LOT_DECIMALS = 4;

export type PriceProblem = 'malformed' | 'too-precise';
export type VolumeProblem = 'malformed' | 'zero' | 'off-step' | 'below-min' | 'above-max';

/** The largest order, as a size. */
export const MAX_VOLUME: Volume = volume(MAX_ORDER_LOTS * LOT_SCALE);

/** What was typed into a price field, in points; `undefined` for an empty one and for zero, which mean "none". */
export function parsePrice(text: string, precision: number): Result<Price | undefined, PriceProblem> {
  const plain = plainDecimal(text);
  if (plain === '') return ok(undefined);
  const scaled = parseScaled(plain, precision);
  if (!scaled.ok) return err(scaled.error === 'too-precise' ? 'too-precise' : 'malformed');
  if (scaled.value < 0) return err('malformed');
  return ok(scaled.value === 0 ? undefined : price(scaled.value));
}

/** What was typed into a field for lots: above zero, whole steps, between the smallest and the largest order. */
export function parseVolume(
  text: string,
  terms: Pick<Instrument, 'lotStep' | 'minVolume'>,
): Result<Volume, VolumeProblem> {
  const plain = plainDecimal(text);
  if (plain === '') return err('zero');
  const scaled = parseScaled(plain, LOT_DECIMALS);
  if (!scaled.ok) return err(scaled.error === 'too-precise' ? 'off-step' : 'malformed');
  if (scaled.value < 0) return err('malformed');
  if (scaled.value === 0) return err('zero');
  if (scaled.value < terms.minVolume) return err('below-min');
  if (scaled.value > MAX_VOLUME) return err('above-max');
  return scaled.value % terms.lotStep === 0 ? ok(volume(scaled.value)) : err('off-step');
}

/** A price for a field: a plain decimal with all its digits. */
export const plainPrice = (points: Price, precision: number): string =>
  (points / pointsPerUnit(precision)).toFixed(precision);

/** A size for a field: a plain decimal with as many digits as its step has. */
export const plainLots = (size: Volume, step: Volume): string =>
  volumeToWire(size).toFixed(stepDecimals(step));

/** A size as it stands in a field. */
export const lotsText = (size: Volume, step: Volume): string => fieldText(plainLots(size, step));

/** A plain decimal as the reader would type it. Forms keep the plain one; what is typed becomes one again. */
export const fieldText = (plain: string): string => plain.replace('.', marks().decimal);

/** Decimals of a lot step: 2 for 0.01. */
export function stepDecimals(step: Volume): number {
  let decimals = LOT_DECIMALS;
  for (let rest: number = step; decimals > 0 && rest % 10 === 0; rest /= 10) decimals--;
  return decimals;
}

/** Many keyboards have a comma where the decimal point is meant; a point at either end is one still being typed. */
function plainDecimal(text: string): string {
  const plain = text.trim().replace(',', '.');
  const whole = plain.startsWith('.') ? `0${plain}` : plain;
  return (whole.endsWith('.') ? whole.slice(0, -1) : whole).replace(/^0+(?=[0-9])/, '');
}
