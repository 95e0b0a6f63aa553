import { effect, type ReadonlySignal, untracked } from '@preact/signals-react';
import { useLayoutEffect, useRef } from 'react';
import type { InstrumentId } from '../../shared/instrument.ts';
import { pageClock } from '../link/clock.ts';
import { followSparkline, sparklineOf } from '../state/quotes.ts';
import styles from './Sparkline.module.css';
import { hidePicture } from './spark-picture.ts';
import type { SparkSize } from './spark-plot.ts';
import { createSparkPress } from './spark-press.ts';

interface SparklineProps {
  /** A signal where one image shows one instrument after another: that renders nothing. */
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
  const picture = useRef<HTMLImageElement>(null);
  // Before the paint, so that a row comes in with its picture.
  useLayoutEffect(() => {
    const img = picture.current;
    if (img === null) return;
    return effect(() => {
      const now = typeof id === 'number' ? id : id.value;
      return untracked(() => hang(img, now, { width, height }));
    });
  }, [id, width, height]);
  return (
    <img
      ref={picture}
      className={styles.spark}
      style={{ inlineSize: width, blockSize: height }}
      alt=""
      decoding="sync"
    />
  );
}

function hang(img: HTMLImageElement, id: InstrumentId, size: SparkSize): () => void {
  const unfollow = followSparkline(id);
  // Used again, it would show its last picture until the new one is there.
  hidePicture(img);
  const takeDown = press.hang({ img, id, size, points: sparklineOf(id) });
  return () => {
    takeDown();
    unfollow();
  };
}
