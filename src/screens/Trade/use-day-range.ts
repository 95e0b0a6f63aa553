import { type ReadonlySignal, signal } from '@preact/signals-react';
import { useEffect, useMemo } from 'react';
import type { InstrumentId } from '../../../shared/instrument.ts';
import { bucketStart } from '../../../shared/period.ts';
import { type Price, price } from '../../../shared/price.ts';
import { subscribeCandles } from '../../state/candles.ts';

export interface DayRange {
  /** Start of the UTC day, epoch seconds. */
  readonly day: number;
  readonly high: Price;
  readonly low: Price;
}

const DAY_S = 86_400;

/**
 * Highest and lowest price of the newest UTC day that has prices. From its hours: the day's own candle would cost all
 * of its minutes, since that is what a candle under way is folded from.
 */
export function useDayRange(id: InstrumentId): ReadonlySignal<DayRange | undefined> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another instrument has another range
  const range = useMemo(() => signal<DayRange | undefined>(undefined), [id]);
  useEffect(
    () =>
      subscribeCandles(id, '60min', (update) => {
        if (update.kind === 'failed') return;
        const known = range.peek();
        const [time, , high, low] = update.kind === 'put' ? update.row : [];
        const next =
          update.kind === 'reset' ? newestDay(update.columns, update.length) : widen(known, time, high, low);
        if (next?.day !== known?.day || next?.high !== known?.high || next?.low !== known?.low)
          range.value = next;
      }),
    [id, range],
  );
  return range;
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

/** The range with one more hour; a later day begins anew, an earlier one changes nothing. */
function widen(range: DayRange | undefined, time = 0, high = 0, low = 0): DayRange {
  const day = bucketStart(time, DAY_S);
  if (range && day < range.day) return range;
  if (range?.day !== day) return { day, high: price(high), low: price(low) };
  return { day, high: price(Math.max(high, range.high)), low: price(Math.min(low, range.low)) };
}
