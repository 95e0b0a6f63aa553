import type { Instrument, InstrumentId } from '../../../shared/domain/instrument.ts';
import { bucketStart } from '../../../shared/domain/period.ts';
import { type Price, price } from '../../../shared/domain/price.ts';

export type Choice =
  | { readonly status: 'found'; readonly instrument: Instrument }
  /** The instrument of the URL is not offered. */
  | { readonly status: 'unknown' }
  | { readonly status: 'none' };

/**
 * The instrument to show: the one of the URL, else the last opened one, else the first.
 * @param asked the `id` of the URL, null without one
 */
export function chooseInstrument(
  instruments: readonly Instrument[],
  asked: string | null,
  last: InstrumentId | undefined,
): Choice {
  const [first] = instruments;
  if (!first) return { status: 'none' };
  const wanted = asked ?? String(last);
  const instrument = instruments.find(({ id }) => String(id) === wanted);
  if (instrument) return { status: 'found', instrument };
  return asked === null ? { status: 'found', instrument: first } : { status: 'unknown' };
}

const DAY_S = 86_400;

export interface DayRange {
  /** Start of the UTC day, epoch seconds. */
  readonly day: number;
  readonly high: Price;
  readonly low: Price;
}

/** @param columns candles as [time | open | high | low | …], each of `length` */
export function newestDay(columns: Float64Array, length: number): DayRange | undefined {
  let range: DayRange | undefined;
  const day = bucketStart(columns[length - 1] ?? 0, DAY_S);
  for (let i = length - 1; i >= 0 && (columns[i] ?? 0) >= day; i--) {
    range = widen(range, columns[i], columns[2 * length + i], columns[3 * length + i]);
  }
  return range;
}

/** The range extended by one hour. A later day starts a new range, an earlier one changes nothing. */
export function widen(range: DayRange | undefined, time = 0, high = 0, low = 0): DayRange {
  const day = bucketStart(time, DAY_S);
  if (range && day < range.day) return range;
  if (range?.day !== day) return { day, high: price(high), low: price(low) };
  return { day, high: price(Math.max(high, range.high)), low: price(Math.min(low, range.low)) };
}
