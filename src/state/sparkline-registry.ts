import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react';
import type { Sparkline } from '../../shared/bridge/worker-api.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import { later } from '../clock.ts';
import { createWatchList } from './watch-list.ts';

export interface SparklineRegistry {
  of(id: InstrumentId): ReadonlySignal<Float64Array | undefined>;
  retain(id: InstrumentId): () => void;
  apply(sparklines: readonly Sparkline[]): void;
}

/** Mini charts move once a minute: those of rows that a scroll only passes need not be asked for. */
const COLLECT_MS = 250;

export function createSparklineRegistry(watch: (ids: readonly InstrumentId[]) => void): SparklineRegistry {
  const entries = new Map<InstrumentId, Signal<Float64Array | undefined>>();
  const watched = createWatchList(watch, (flush) => void later(COLLECT_MS, flush));
  const of = (id: InstrumentId): Signal<Float64Array | undefined> => {
    const known = entries.get(id);
    if (known) return known;
    const points = signal<Float64Array | undefined>(undefined);
    entries.set(id, points);
    return points;
  };
  return {
    of,
    retain: watched.retain,
    apply(sparklines) {
      for (const { id, points } of sparklines) of(id).value = points;
    },
  };
}
