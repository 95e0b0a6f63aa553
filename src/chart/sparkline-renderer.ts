import { effect, type ReadonlySignal } from '@preact/signals-react';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { PageClock } from '../clock.ts';
import { onThemeChange, themeKey } from './chart-theme.ts';
import styles from './Sparkline.module.css';
import { createSparklineCache } from './sparkline-cache.ts';
import type { SparklineBase, SparklinePlot, SparklineSize } from './sparkline-plot.ts';

/** CSS pixels: less than the product's name takes above the list, so that the largest paint of a visit stays the first. */
export const SPARKLINE_SIZE: SparklineSize = { width: 52, height: 28 };

interface SparklineRow {
  /** The renderer owns its content while the row is shown; afterwards it is empty. */
  readonly place: HTMLElement;
  readonly id: InstrumentId;
  /** [times (epoch s)… | closes (points)…] */
  readonly points: ReadonlySignal<Float64Array | undefined>;
  readonly base?: ReadonlySignal<SparklineBase | undefined> | undefined;
}

interface SparklineRenderer {
  /** Shows the newest image of a row, at once if there is one, and keeps it current. Draws nothing itself. Returns a release function. */
  show(row: SparklineRow): () => void;
  /** Loads the drawing code now; otherwise it is loaded when the first rows are shown and the page is idle. */
  preload(): void;
}

interface SparklineDeps {
  readonly clock: Pick<PageClock, 'nowMs' | 'after'>;
  /** Loads the drawing code; called again for a later row after a failure. What it resolves to is called once, never during a scroll. */
  loadPlot(): Promise<(size: SparklineSize) => SparklinePlot>;
  /** Runs once when the page is idle; returns a cancel function. */
  whenIdle?(run: () => void): () => void;
}

/** An image that has been loaded and decoded; it stays decoded wherever it is shown. */
interface SparklineImage extends SparklineDrawing {
  readonly element: HTMLImageElement;
}

interface SparklineDrawing {
  readonly points: Float64Array;
  readonly base: SparklineBase | undefined;
}

type PlotState =
  | { readonly status: 'absent' }
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly plot: SparklinePlot };

const DRAWN_PER_TURN = 3;
/** A page that scrolled this recently is still scrolling. */
const SCROLL_REST_MS = 150;
/** More than the rows of a long list; an image takes 1 to 3 kB, its points 1 kB. */
const MAX_IMAGES = 600;

/**
 * Sparklines as images: a canvas per row would be a compositor layer of its own, handed over in every frame.
 * One plot draws them all, in idle time and never while the page scrolls.
 */
export function createSparklineRenderer({
  clock,
  loadPlot,
  whenIdle = (run) => runWhenIdle(clock, run),
}: SparklineDeps): SparklineRenderer {
  const images = createSparklineCache<InstrumentId, SparklineImage>(MAX_IMAGES);
  const rows = new Set<SparklineRow>();
  const queue = new Set<SparklineRow>();
  /** By instrument, the newest image that is being drawn. */
  const drawing = new Map<InstrumentId, SparklineDrawing>();
  let state: PlotState = { status: 'absent' };
  let cancelTurn: (() => void) | undefined;
  let theme = '';
  let scrolledAtMs = Number.NEGATIVE_INFINITY;
  let unwatchPage = () => {};

  const isScrolling = () => clock.nowMs() - scrolledAtMs < SCROLL_REST_MS;
  const isCurrent = (row: SparklineRow) => {
    const points = row.points.peek();
    if (points === undefined || points.length === 0) return true;
    const drawn = drawing.get(row.id) ?? images.get(row.id);
    return sameBase(drawn?.base, row.base?.peek()) && samePoints(points, drawn?.points);
  };
  const enqueue = (row: SparklineRow) => {
    if (isCurrent(row)) return;
    queue.add(row);
    schedule();
  };
  const schedule = () => {
    if (queue.size === 0 || cancelTurn) return;
    if (state.status === 'ready') cancelTurn = whenIdle(takeTurn);
    else if (state.status === 'absent') load();
  };
  const takeTurn = () => {
    cancelTurn = undefined;
    if (isScrolling()) {
      cancelTurn = clock.after(SCROLL_REST_MS, takeTurn);
      return;
    }
    let left = DRAWN_PER_TURN;
    for (const row of queue) {
      if (left === 0) break;
      queue.delete(row);
      if (isCurrent(row)) continue;
      void draw(row);
      left--;
    }
    schedule();
  };
  const draw = async (row: SparklineRow) => {
    const points = row.points.peek();
    if (state.status !== 'ready' || !points) return;
    const { id } = row;
    const job = { points, base: row.base?.peek() };
    drawing.set(id, job);
    const blob = await state.plot.picture(points, job.base);
    const element = blob ? await loadImage(blob) : undefined;
    // Newer points, or another theme, may have been drawn in the meantime.
    const isNewest = drawing.get(id) === job;
    if (isNewest) drawing.delete(id);
    if (!element || !isNewest) return;
    const image = { element, ...job };
    for (const one of rows) if (one.id === id) place(image, one);
    images.put(id, image);
  };
  const whenCalm = (run: () => void) => {
    whenIdle(() => {
      if (isScrolling()) clock.after(SCROLL_REST_MS, () => whenCalm(run));
      else run();
    });
  };
  const load = (when: (run: () => void) => void = whenCalm) => {
    state = { status: 'loading' };
    const ready = (createPlot: (size: SparklineSize) => SparklinePlot) =>
      whenCalm(() => {
        state = { status: 'ready', plot: createPlot(SPARKLINE_SIZE) };
        schedule();
      });
    // Offline, for example: the next row tries again.
    const failed = () => {
      state = { status: 'absent' };
    };
    when(() => loadPlot().then(ready, failed));
  };
  const followTheme = () => {
    if (theme === themeKey()) return;
    theme = themeKey();
    images.clear();
    drawing.clear();
    for (const row of rows) enqueue(row);
  };
  const watchPage = () => {
    const onScroll = () => {
      scrolledAtMs = clock.nowMs();
    };
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    // uPlot dispatches it when the pixel density changes.
    addEventListener('dppxchange', followTheme);
    const unsubscribeTheme = onThemeChange(followTheme);
    followTheme();
    return () => {
      document.removeEventListener('scroll', onScroll, { capture: true });
      removeEventListener('dppxchange', followTheme);
      unsubscribeTheme();
      cancelTurn?.();
      cancelTurn = undefined;
    };
  };

  return {
    show(row) {
      if (rows.size === 0) unwatchPage = watchPage();
      rows.add(row);
      const image = images.get(row.id);
      if (image) place(image, row);
      const stop = effect(() => {
        row.points.value;
        row.base?.value;
        enqueue(row);
      });
      return () => {
        rows.delete(row);
        queue.delete(row);
        stop();
        row.place.replaceChildren();
        if (rows.size === 0) unwatchPage();
      };
    },
    preload() {
      if (state.status === 'absent') load((run) => run());
    },
  };
}

const FALLBACK_MS = 120;
/** A slow phone with much to show may never be idle. */
const MAX_IDLE_WAIT_MS = 300;

/** Runs when the page is idle, at the latest after 300 ms; after 120 ms without `requestIdleCallback`. Returns a cancel function. */
function runWhenIdle(clock: Pick<PageClock, 'after'>, run: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') return clock.after(FALLBACK_MS, run);
  const request = requestIdleCallback(run, { timeout: MAX_IDLE_WAIT_MS });
  return () => cancelIdleCallback(request);
}

/** Shows the element itself, because a copy has to load its `src` again; a copy only where it is already shown elsewhere. */
function place({ element }: SparklineImage, row: SparklineRow): void {
  row.place.replaceChildren(element.isConnected ? element.cloneNode() : element);
}

/**
 * Loads an image by a data URL: an object URL costs the page five times as much, because another process creates it.
 * @returns undefined if the browser cannot show it
 */
async function loadImage(blob: Blob): Promise<HTMLImageElement | undefined> {
  const image = new Image(SPARKLINE_SIZE.width, SPARKLINE_SIZE.height);
  Object.assign(image, { alt: '', decoding: 'sync', className: styles.picture });
  image.src = await dataUrlOf(blob);
  return image.decode().then(
    () => image,
    () => undefined,
  );
}

function dataUrlOf(blob: Blob): Promise<string> {
  const reader = new FileReader();
  return new Promise((done) => {
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => done('');
    reader.readAsDataURL(blob);
  });
}

const sameBase = (one: SparklineBase | undefined, other: SparklineBase | undefined): boolean =>
  one?.open === other?.open && one?.isUp === other?.isUp;

function samePoints(one: Float64Array, other: Float64Array | undefined): boolean {
  if (one === other) return true;
  return one.length === other?.length && one.every((value, i) => value === other[i]);
}
