import type { Brand } from '../brand.ts';

/** A size in lots as an integer of ten-thousandths of a lot. */
export type Volume = Brand<number, 'Volume'>;

export const LOT_SCALE = 10_000;

export const volume = (tenThousandths: number): Volume => tenThousandths as Volume;
export const volumeFromWire = (lots: number): Volume => Math.round(lots * LOT_SCALE) as Volume;
export const volumeToWire = (size: Volume): number => size / LOT_SCALE;

/** Whether `size` is above zero, at least `min`, and a whole number of `step`s. */
export function isTradable(size: Volume, min: Volume, step: Volume): boolean {
  return Number.isSafeInteger(size) && size > 0 && size >= min && size % step === 0;
}
