import { effect, type ReadonlySignal, untracked } from '@preact/signals-react';
import { useLayoutEffect, useRef } from 'react';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import { pageClock } from '../link/page-clock.ts';
import { followSparkline, sparklineOf } from '../state/quotes.ts';
import styles from './Sparkline.module.css';
import { createSparkPress } from './spark-press.ts';
import { SPARK_SIZE } from './spark-size.ts';

interface SparklineProps {
  /** A signal where one place shows one instrument after another: that renders nothing. */
  readonly id: InstrumentId | ReadonlySignal<InstrumentId>;
}

/** uPlot comes when the first rows stand and the page is idle: the list is readable without. */
const press = createSparkPress(pageClock, () =>
  import('./spark-plot.ts').then(({ createSparkPlot }) => createSparkPlot),
);

/** The last hour of an instrument as an area; decoration beside the figures. Empty while nothing is known. */
export function Sparkline({ id }: SparklineProps) {
  const picture = useRef<HTMLSpanElement>(null);
  // Before the paint, so that a row comes in with its picture.
  useLayoutEffect(() => {
    const place = picture.current;
    if (place === null) return;
    return effect(() => {
      const now = typeof id === 'number' ? id : id.value;
      return untracked(() => hang(place, now));
    });
  }, [id]);
  return (
    <span
      ref={picture}
      className={styles.spark}
      style={{ inlineSize: SPARK_SIZE.width, blockSize: SPARK_SIZE.height }}
      aria-hidden="true"
    />
  );
}

function hang(place: HTMLElement, id: InstrumentId): () => void {
  const unfollow = followSparkline(id);
  const takeDown = press.hang({ place, id, size: SPARK_SIZE, points: sparklineOf(id) });
  return () => {
    takeDown();
    unfollow();
  };
}
