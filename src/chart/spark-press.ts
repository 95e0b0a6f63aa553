import { effect, type ReadonlySignal } from '@preact/signals-react';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { PageClock } from '../clock.ts';
import { whenIdle } from './idle.ts';
import { lookName, onLookChange } from './look.ts';
import { createSparkShelf, loadImage, samePoints, showPicture } from './spark-picture.ts';
import type { SparkPlot, SparkSize } from './spark-plot.ts';

interface SparkRow {
  /** What is in it belongs to the press, until the answer is called; then it is empty. */
  readonly place: HTMLElement;
  readonly id: InstrumentId;
  readonly size: SparkSize;
  /** [times (epoch s)… | closes (points)…] */
  readonly points: ReadonlySignal<Float64Array | undefined>;
}

interface SparkPress {
  /** Shows the newest picture there is, at once if there is one, until the answer is called. Cheap: it draws nothing itself. */
  hang(row: SparkRow): () => void;
}

const PICTURES_PER_TURN = 3;
/** A page that scrolled this recently is still scrolling. */
const SCROLL_REST_MS = 150;

/**
 * Mini charts as images: a canvas in a row would be a layer of its own for the compositor, handed over in every frame.
 * One plot draws them all, in idle time and never while the page scrolls.
 *
 * @param loadPlot fetches the drawing code, and again when that failed and another row comes; what it answers is called
 * once, never while the page scrolls
 */
export function createSparkPress(clock: PageClock, loadPlot: () => Promise<() => SparkPlot>): SparkPress {
  const shelf = createSparkShelf();
  const hung = new Set<SparkRow>();
  const wanting = new Set<SparkRow>();
  /** By key, the newest picture that is being made. */
  const printing = new Map<string, { readonly points: Float64Array }>();
  let plot: SparkPlot | undefined;
  let settingUp = false;
  let cancelTurn: (() => void) | undefined;
  let look = '';
  let scrolledAtMs = Number.NEGATIVE_INFINITY;
  let detach = () => {};

  const isScrolling = () => clock.nowMs() - scrolledAtMs < SCROLL_REST_MS;
  const isCurrent = (row: SparkRow) => {
    const points = row.points.peek();
    if (points === undefined || points.length === 0) return true;
    const key = keyOf(row);
    return samePoints(points, (printing.get(key) ?? shelf.get(key))?.points);
  };
  const want = (row: SparkRow) => {
    if (isCurrent(row)) return;
    wanting.add(row);
    plan();
  };
  const plan = () => {
    if (wanting.size === 0 || cancelTurn) return;
    if (plot) cancelTurn = whenIdle(clock, turn);
    else setUp();
  };
  const turn = () => {
    cancelTurn = undefined;
    if (isScrolling()) {
      cancelTurn = clock.after(SCROLL_REST_MS, turn);
      return;
    }
    let left = PICTURES_PER_TURN;
    for (const row of wanting) {
      if (left === 0) break;
      wanting.delete(row);
      if (isCurrent(row)) continue;
      void print(row);
      left--;
    }
    plan();
  };
  const print = async (row: SparkRow) => {
    const points = row.points.peek();
    if (!plot || !points) return;
    const key = keyOf(row);
    const job = { points };
    printing.set(key, job);
    const blob = await plot.picture(points, row.size);
    const image = blob ? await loadImage(blob, row.size) : undefined;
    // Meanwhile newer points or another look may have been drawn.
    const isNewest = printing.get(key) === job;
    if (isNewest) printing.delete(key);
    if (!image || !isNewest) return;
    const picture = { image, points };
    for (const one of hung) if (keyOf(one) === key) showPicture(one.place, picture);
    shelf.put(key, picture);
  };
  const whenCalm = (run: () => void) => {
    whenIdle(clock, () => {
      if (isScrolling()) clock.after(SCROLL_REST_MS, () => whenCalm(run));
      else run();
    });
  };
  const setUp = () => {
    if (settingUp) return;
    settingUp = true;
    const make = (create: () => SparkPlot) =>
      whenCalm(() => {
        plot = create();
        plan();
      });
    // Not to be had, e.g. offline: the next row asks again.
    const giveUp = () => {
      settingUp = false;
    };
    whenCalm(() => loadPlot().then(make, giveUp));
  };
  const heedLook = () => {
    if (look === lookName()) return;
    look = lookName();
    shelf.clear();
    printing.clear();
    for (const row of hung) want(row);
  };
  const watchPage = () => {
    const onScroll = () => {
      scrolledAtMs = clock.nowMs();
    };
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    // Sent by uPlot when the device's pixels change.
    addEventListener('dppxchange', heedLook);
    const stopLook = onLookChange(heedLook);
    heedLook();
    detach = () => {
      document.removeEventListener('scroll', onScroll, { capture: true });
      removeEventListener('dppxchange', heedLook);
      stopLook();
      cancelTurn?.();
      cancelTurn = undefined;
    };
  };

  return {
    hang(row) {
      if (hung.size === 0) watchPage();
      hung.add(row);
      const picture = shelf.get(keyOf(row));
      if (picture) showPicture(row.place, picture);
      const stop = effect(() => {
        row.points.value;
        want(row);
      });
      return () => {
        hung.delete(row);
        wanting.delete(row);
        stop();
        row.place.replaceChildren();
        if (hung.size === 0) detach();
      };
    },
  };
}

const keyOf = ({ id, size }: SparkRow): string => `${id} ${size.width} ${size.height}`;
