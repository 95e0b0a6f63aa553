import { effect, type ReadonlySignal, untracked } from '@preact/signals-react';
import { useLayoutEffect, useRef } from 'react';
import type { InstrumentId } from '../../shared/instrument.ts';
import { pageClock } from '../link/clock.ts';
import { followSparkline, sparklineOf } from '../state/quotes.ts';
import styles from './Sparkline.module.css';
import type { SparkSize } from './spark-plot.ts';
import { createSparkPress } from './spark-press.ts';

interface SparklineProps {
  /** A signal where one place shows one instrument after another: that renders nothing. */
  readonly id: InstrumentId | ReadonlySignal<InstrumentId>;
  /** CSS pixels. */
  readonly width?: number;
  readonly height?: number;
}

/** uPlot comes when the first rows stand and the page is idle: the list is readable without. */
const press = createSparkPress(pageClock, () =>
  import('./spark-plot.ts').then(({ createSparkPlot }) => createSparkPlot),
);

/** The last hour of an instrument as an area; decoration beside the figures. Empty while nothing is known. */
export function Sparkline({ id, width = 72, height = 32 }: SparklineProps) {
  const picture = useRef<HTMLSpanElement>(null);
  // Before the paint, so that a row comes in with its picture.
  useLayoutEffect(() => {
    const place = picture.current;
    if (place === null) return;
    return effect(() => {
      const now = typeof id === 'number' ? id : id.value;
      return untracked(() => hang(place, now, { width, height }));
    });
  }, [id, width, height]);
  return (
    <span
      ref={picture}
      className={styles.spark}
      style={{ inlineSize: width, blockSize: height }}
      aria-hidden="true"
    />
  );
}

function hang(place: HTMLElement, id: InstrumentId, size: SparkSize): () => void {
  const unfollow = followSparkline(id);
  const takeDown = press.hang({ place, id, size, points: sparklineOf(id) });
  return () => {
    takeDown();
    unfollow();
  };
}
