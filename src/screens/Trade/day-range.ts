import { bucketStart } from '../../../shared/domain/period.ts';
import { type Price, price } from '../../../shared/domain/price.ts';

export interface DayRange {
  /** Start of the UTC day, epoch seconds. */
  readonly day: number;
  readonly high: Price;
  readonly low: Price;
}

const DAY_S = 86_400;

/** @param columns candles as [time | open | high | low | …], each of `length` */
export function newestDay(columns: Float64Array, length: number): DayRange | undefined {
  let range: DayRange | undefined;
  const day = bucketStart(columns[length - 1] ?? 0, DAY_S);
  for (let i = length - 1; i >= 0 && (columns[i] ?? 0) >= day; i--) {
    range = widen(range, columns[i], columns[2 * length + i], columns[3 * length + i]);
  }
  return range;
}

/** The range with one more hour; a later day begins anew, an earlier one changes nothing. */
export function widen(range: DayRange | undefined, time = 0, high = 0, low = 0): DayRange {
  const day = bucketStart(time, DAY_S);
  if (range && day < range.day) return range;
  if (range?.day !== day) return { day, high: price(high), low: price(low) };
  return { day, high: price(Math.max(high, range.high)), low: price(Math.min(low, range.low)) };
}
