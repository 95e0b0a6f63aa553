import { effect, type ReadonlySignal } from '@preact/signals-react';
import type { PageClock } from '../link/clock.ts';
import { whenIdle } from './idle.ts';
import { onLookChange } from './look.ts';
import { createSparkPlot, type SparkPlot } from './spark-plot.ts';

export interface SparkSize {
  readonly width: number;
  readonly height: number;
}

export interface SparkPool {
  /** Draws `points` into `host`, now and whenever they change, until the answer is called. */
  hang(host: HTMLElement, size: SparkSize, points: ReadonlySignal<Float64Array | undefined>): () => void;
  /** Plots that exist, in use or not. */
  readonly size: number;
}

interface Row {
  readonly host: HTMLElement;
  readonly size: SparkSize;
  readonly points: ReadonlySignal<Float64Array | undefined>;
  plot: SparkPlot | undefined;
  stop(): void;
}

/** Plots kept beyond those in use, for the rows that a scroll brings in. */
const SPARE = 6;
const MAX_FREE = 24;
const DRAWS_PER_FRAME = 3;
/** A page that scrolled this recently is still scrolling. */
const SCROLL_REST_MS = 150;

/**
 * Mini charts from a pool. A plot is made in idle time only and never while the page scrolls; a row that comes in gets
 * a used one, or waits empty. Drawing is spread over frames.
 */
export function createSparkPool(clock: PageClock, create: () => SparkPlot = createSparkPlot): SparkPool {
  const free: SparkPlot[] = [];
  const hung = new Set<Row>();
  const waiting = new Set<Row>();
  const toDraw = new Set<Row>();
  let count = 0;
  let scrolledAtMs = Number.NEGATIVE_INFINITY;
  let making: (() => void) | undefined;
  let drawing = false;
  let detach = () => {};

  const lacking = () => Math.max(waiting.size, hung.size > 0 ? SPARE - free.length : 0);
  const makeSome = () => {
    if (making || lacking() <= 0) return;
    making = whenIdle(clock, () => {
      making = undefined;
      if (clock.nowMs() - scrolledAtMs < SCROLL_REST_MS) {
        making = clock.after(SCROLL_REST_MS, () => {
          making = undefined;
          makeSome();
        });
        return;
      }
      count++;
      give(create());
      makeSome();
    });
  };
  const give = (plot: SparkPlot) => {
    const [row] = waiting;
    if (!row) return void free.push(plot);
    waiting.delete(row);
    equip(row, plot);
  };
  const equip = (row: Row, plot: SparkPlot) => {
    row.plot = plot;
    row.stop = effect(() => {
      row.points.value;
      queue(row);
    });
  };
  const queue = (row: Row) => {
    toDraw.add(row);
    if (!drawing) clock.frame(drawSome);
    drawing = true;
  };
  const drawSome = () => {
    for (const row of [...toDraw].slice(0, DRAWS_PER_FRAME)) {
      toDraw.delete(row);
      draw(row);
    }
    drawing = toDraw.size > 0;
    if (drawing) clock.frame(drawSome);
  };
  const watchPage = () => {
    const onScroll = () => {
      scrolledAtMs = clock.nowMs();
    };
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    const stopLook = onLookChange(() => {
      for (const row of hung) if (row.plot) queue(row);
    });
    detach = () => {
      document.removeEventListener('scroll', onScroll, { capture: true });
      stopLook();
    };
  };
  const release = (row: Row) => {
    hung.delete(row);
    waiting.delete(row);
    toDraw.delete(row);
    row.stop();
    const { plot } = row;
    if (plot) {
      plot.root.remove();
      if (waiting.size > 0 || free.length < MAX_FREE) give(plot);
      else {
        plot.destroy();
        count--;
      }
    }
    if (hung.size === 0) {
      detach();
      making?.();
      making = undefined;
    }
  };

  return {
    hang(host, size, points) {
      if (hung.size === 0) watchPage();
      const row: Row = { host, size, points, plot: undefined, stop: () => {} };
      hung.add(row);
      const plot = free.pop();
      if (plot) equip(row, plot);
      else waiting.add(row);
      makeSome();
      return () => release(row);
    },
    get size() {
      return count;
    },
  };
}

/** A used plot goes into the page with its new picture, never with the last row's. */
function draw({ host, size, points, plot }: Row): void {
  if (!plot) return;
  plot.resize(size.width, size.height);
  plot.draw(points.value);
  if (plot.root.parentNode !== host) host.append(plot.root);
}
