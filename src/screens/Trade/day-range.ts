import { type ReadonlySignal, signal } from '@preact/signals-react';
import { useEffect, useMemo } from 'react';
import type { InstrumentId } from '../../../shared/domain/instrument.ts';
import { subscribeCandles } from '../../state/candles.ts';
import { type DayRange, newestDay, widen } from './trade-model.ts';

/**
 * Highest and lowest price of the newest UTC day that has prices. From its hours: the day's own candle would cost all
 * of its minutes, since that is what a candle under way is folded from.
 */
export function useDayRange(id: InstrumentId): ReadonlySignal<DayRange | undefined> {
  const watched = useMemo(() => ({ id, range: signal<DayRange | undefined>(undefined) }), [id]);
  useEffect(
    () =>
      subscribeCandles(watched.id, '60min', (update) => {
        if (update.kind === 'failed') return;
        const { range } = watched;
        const known = range.peek();
        const [time, , high, low] = update.kind === 'put' ? update.row : [];
        const next =
          update.kind === 'reset' ? newestDay(update.columns, update.length) : widen(known, time, high, low);
        if (next?.day !== known?.day || next?.high !== known?.high || next?.low !== known?.low)
          range.value = next;
      }),
    [watched],
  );
  return watched.range;
}
