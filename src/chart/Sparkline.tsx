import type { ReadonlySignal } from '@preact/signals-react';
import { useEffect, useRef } from 'react';
import type { InstrumentId } from '../../shared/instrument.ts';
import { pageClock } from '../link/clock.ts';
import { useSparkline } from '../state/quotes.ts';
import { whenIdle } from './idle.ts';
import styles from './Sparkline.module.css';
import type { SparkPool, SparkSize } from './spark-pool.ts';

interface SparklineProps {
  readonly id: InstrumentId;
  /** CSS pixels. */
  readonly width?: number;
  readonly height?: number;
}

/** The last hour of an instrument as an area; decoration beside the figures. Empty while nothing is known. */
export function Sparkline({ id, width = 72, height = 32 }: SparklineProps) {
  const points = useSparkline(id);
  const host = useRef<HTMLDivElement>(null);
  useEffect(
    () => (host.current ? hang(host.current, { width, height }, points) : undefined),
    [points, width, height],
  );
  return (
    <div
      ref={host}
      className={styles.spark}
      style={{ inlineSize: width, blockSize: height }}
      aria-hidden="true"
      dir="ltr"
    />
  );
}

let pool: Promise<SparkPool> | undefined;

/** The pool and uPlot with it: fetched when the first rows stand and the page is idle, since the list is readable without. */
function loadPool(): Promise<SparkPool> {
  pool ??= new Promise<void>((idle) => whenIdle(pageClock, idle))
    .then(() => import('./spark-pool.ts'))
    .then(({ createSparkPool }) => createSparkPool(pageClock));
  return pool;
}

function hang(
  host: HTMLElement,
  size: SparkSize,
  points: ReadonlySignal<Float64Array | undefined>,
): () => void {
  let release: (() => void) | undefined;
  let gone = false;
  loadPool().then(
    (loaded) => {
      if (!gone) release = loaded.hang(host, size, points);
    },
    () => {
      // Not to be had, e.g. offline: the next row asks again.
      pool = undefined;
    },
  );
  return () => {
    gone = true;
    release?.();
  };
}
