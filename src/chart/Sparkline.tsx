import { effect, type ReadonlySignal, untracked } from '@preact/signals-react';
import { useLayoutEffect, useRef } from 'react';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import { pageClock } from '../link/page-clock.ts';
import { followSparkline, sparklineOf } from '../state/quotes.ts';
import styles from './Sparkline.module.css';
import type { SparklineBase } from './sparkline-plot.ts';
import { createSparklineRenderer, SPARKLINE_SIZE } from './sparkline-renderer.ts';

const renderer = createSparklineRenderer({
  clock: pageClock,
  loadPlot: () => import('./sparkline-plot.ts').then(({ createSparklinePlot }) => createSparklinePlot),
});

/** Loads the drawing code before the first row is shown. */
export const preloadSparklines = renderer.preload;

interface SparklineProps {
  readonly id: ReadonlySignal<InstrumentId>;
  readonly base?: ReadonlySignal<SparklineBase | undefined>;
}

/** The last hour of an instrument as an area chart; decoration beside the figures. Empty while nothing is known. */
export function Sparkline({ id, base }: SparklineProps) {
  const picture = useRef<HTMLSpanElement>(null);
  // Before the paint, so that a row appears with its image.
  useLayoutEffect(() => {
    const place = picture.current;
    if (place === null) return;
    return effect(() => {
      const now = id.value;
      return untracked(() => show(place, now, base));
    });
  }, [id, base]);
  return (
    <span
      ref={picture}
      className={styles.spark}
      style={{ inlineSize: SPARKLINE_SIZE.width, blockSize: SPARKLINE_SIZE.height }}
      aria-hidden="true"
    />
  );
}

function show(place: HTMLElement, id: InstrumentId, base: SparklineProps['base']): () => void {
  const unfollow = followSparkline(id);
  const release = renderer.show({ place, id, points: sparklineOf(id), base });
  return () => {
    release();
    unfollow();
  };
}
