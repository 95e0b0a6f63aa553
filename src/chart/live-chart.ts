/*
 * The chart room: candle charts and sparklines on uPlot. The trade screen uses CandleChart.tsx, lists use Sparkline.tsx;
 * nothing else of the room is imported from outside. This file is the candle chart without React: it folds updates,
 * gestures and theme changes into one ChartModel and paints it at most once per frame (candle-plot.ts).
 * Prices come from `state`; nothing here computes money or talks to the worker.
 */
import type { CandleUpdate } from '../../shared/bridge/worker-api.ts';
import { type CandleRow, candleRow } from '../../shared/domain/candle.ts';
import { type Period, periodSeconds } from '../../shared/domain/period.ts';
import type { PageClock } from '../clock.ts';
import { type CandlePlot, createCandlePlot } from './candle-plot.ts';
import { type CandleSeries, createCandleSeries } from './candle-series.ts';
import type { ChartModel } from './chart-model.ts';
import { currentTheme, onThemeChange } from './chart-theme.ts';
import { type ChartView, clampView, defaultView, pan, seesNewest, zoom } from './chart-view.ts';
import { attachGestures, type GestureTarget, type Grabber } from './gestures.ts';

export type ChartStatus =
  /** Nothing to show yet. */
  | 'loading'
  /** Shows the candles of the previous period until the new ones arrive. */
  | 'switching'
  | 'ready'
  | 'empty'
  | 'failed';

export interface LiveChartOptions {
  readonly clock: PageClock;
  onStatus(status: ChartStatus): void;
  /** The candle under the crosshair; undefined when there is none. */
  onCross(row: CandleRow | undefined): void;
  /** A new candle started or the series was replaced: the chart's accessible label is out of date. */
  onNewest(row: CandleRow): void;
  /** The newest candle has left the view, or has come back. */
  onAway(away: boolean): void;
  /** Loads older candles, which arrive as a `reset`. Resolves to whether there may be more; undefined for a failure. */
  loadOlder(): Promise<boolean | undefined>;
}

/** The candle chart in one element: no React, at most one draw per frame. */
export interface LiveChart {
  /** Switches to another series. `clear`: the shown candles are of another instrument and disappear at once. */
  show(series: { readonly period: Period; readonly precision: number; readonly clear: boolean }): void;
  apply(update: CandleUpdate): void;
  /** Sets what is drawn over the candles. */
  set(changed: Partial<Pick<ChartModel, 'lines' | 'stale'>>): void;
  /** Moves the view to the newest candle; its size stays. */
  showNewest(): void;
  view(): ChartView;
  /** Asks `grabber` about each pointer that comes down, before those added earlier; returns a function that ends this. */
  addGrabber(grabber: Grabber): () => void;
  destroy(): void;
}

/** Older candles are loaded when this part of the view, or less, is left before the oldest one. */
const LOAD_AHEAD = 0.5;

/** The first date formatter costs more than the rest of the first draw, so the day is named a moment later. */
const NAME_DAY_MS = 250;

/** The series that updates apply to, and how far it has come. */
interface Feed {
  readonly series: CandleSeries;
  /** Axes of the series; the model takes them over with its first candles. */
  readonly axes: Pick<ChartModel, 'periodS' | 'precision'>;
  status: 'waiting' | 'shown';
  older: 'idle' | 'loading' | 'failed';
}

const createFeed = (axes: Feed['axes']): Feed => ({
  series: createCandleSeries(),
  axes,
  status: 'waiting',
  older: 'idle',
});

export function createLiveChart(host: HTMLElement, options: LiveChartOptions): LiveChart {
  const model: ChartModel = {
    candles: createCandleSeries().candles,
    revision: 0,
    view: { end: 0, span: 1 },
    periodS: 60,
    precision: 0,
    lines: [],
    cross: undefined,
    stale: false,
    theme: currentTheme(),
    namesDay: false,
  };
  let feed = createFeed(model);
  let plot: CandlePlot | undefined;
  let cancelFrame: (() => void) | undefined;
  let cancelNaming: (() => void) | undefined;
  let isAway = false;
  let grabbers: readonly Grabber[] = [];

  const draw = () => {
    cancelFrame = undefined;
    if (!plot) return;
    reportAway();
    plot.draw();
  };
  /** Draws in the next frame, even if a tick or a new series has requested a later one. */
  const invalidate = () => {
    cancelFrame?.();
    cancelFrame = options.clock.frame(draw);
  };
  const set = (changed: Partial<ChartModel>) => {
    Object.assign(model, changed);
    invalidate();
  };
  const reportAway = () => {
    const { candles, view } = model;
    if (isAway === (candles.length > 0 && !seesNewest(view, candles.length))) return;
    isAway = !isAway;
    options.onAway(isAway);
  };
  const width = () => Math.max(1, plot?.width() ?? 1);
  /** Keeps the size of the candles after a change of the width: more or fewer fit. */
  const keepCandleSize = (before: number) => {
    const span = (model.view.span * width()) / before;
    model.view = clampView({ ...model.view, span }, model.candles.length, width());
  };
  const moveTo = (view: ChartView): boolean => {
    const { end } = model.view;
    model.view = clampView(view, model.candles.length, width());
    invalidate();
    void loadOlder();
    return model.view.end !== end;
  };
  const loadOlder = async () => {
    // `feed` may be another one when the candles have loaded.
    const asking = feed;
    const { series } = asking;
    const before = model.view.end - model.view.span;
    if (asking.older !== 'idle' || series.complete || series.candles.length === 0) return;
    if (before > model.view.span * LOAD_AHEAD) return;
    asking.older = 'loading';
    const more = await options.loadOlder();
    asking.older = more === undefined ? 'failed' : 'idle';
    if (more === false) series.markComplete();
  };
  const cross = (at?: { readonly x: number; readonly y: number }) => {
    const { candles, view } = model;
    if (!at || candles.length === 0) model.cross = undefined;
    else {
      const index = Math.round(view.end - view.span + (at.x / width()) * view.span);
      model.cross = { index: Math.min(Math.max(index, 0), candles.length - 1), y: at.y };
    }
    options.onCross(model.cross && candleRow(candles, model.cross.index));
    invalidate();
  };
  const target: GestureTarget = {
    begin() {
      if (feed.older === 'failed') feed.older = 'idle';
    },
    panBy: (px) => moveTo(pan(model.view, (-px * model.view.span) / width())),
    zoomBy: (factor, x) => void moveTo(zoom(model.view, factor, x / width(), width())),
    reset: () => void moveTo(defaultView(model.candles.length, width())),
    jump: (to) => void moveTo({ ...model.view, end: to === 'oldest' ? 0 : model.candles.length + 2.5 }),
    cross,
    grab(at, isTouch) {
      for (const grabber of grabbers) {
        const grab = grabber(at, isTouch);
        if (grab) return grab;
      }
      return undefined;
    },
  };

  const applyCandles = (update: Exclude<CandleUpdate, { kind: 'failed' }>) => {
    const { series, axes, status } = feed;
    const before = series.candles.length;
    const isFollowing = seesNewest(model.view, before);
    const anchor = model.cross?.index ?? Math.floor(model.view.end - model.view.span / 2);
    const { change, anchor: moved } = series.apply(update, anchor);
    const { length } = series.candles;
    if (length === 0) return options.onStatus('empty');
    if (status === 'waiting') {
      feed.status = 'shown';
      Object.assign(model, axes, { candles: series.candles, view: defaultView(length, width()) });
      options.onStatus('ready');
      cancelNaming ??= options.clock.after(NAME_DAY_MS, () => set({ namesDay: true }));
    } else if (change !== 'replaced') {
      model.view = clampView(
        pan(model.view, isFollowing ? length - before : moved - anchor),
        length,
        width(),
      );
      if (model.cross) model.cross = { ...model.cross, index: moved };
    }
    if (change !== 'replaced') {
      model.revision++;
      options.onNewest(candleRow(model.candles, length - 1));
    }
    if (model.cross) options.onCross(candleRow(model.candles, model.cross.index));
    if (change === 'merged') invalidate();
    // A tick, or the first candles: a frame that first answers the tap that asked for them.
    else cancelFrame ??= options.clock.tickFrame(draw);
    void loadOlder();
  };

  const resize = (size: { readonly width: number; readonly height: number }) => {
    if (size.width * size.height === 0) return;
    if (plot) {
      const before = width();
      plot.resize(size);
      keepCandleSize(before);
    } else {
      plot = createCandlePlot(host, model, size, keepCandleSize);
      if (model.candles.length > 0) model.view = defaultView(model.candles.length, width());
    }
    invalidate();
  };
  // The host has neither padding nor scrollbars.
  const observer = new ResizeObserver(() => resize({ width: host.clientWidth, height: host.clientHeight }));
  observer.observe(host);
  const gestures = attachGestures(host, target, options.clock);
  const unsubscribeTheme = onThemeChange(() => set({ theme: currentTheme() }));

  return {
    show({ period, precision, clear }) {
      gestures.stop();
      feed = createFeed({ periodS: periodSeconds(period), precision });
      if (clear) model.candles = createCandleSeries().candles;
      // Hides the crosshair. With nothing to remove, the chart stays as it is until the new candles arrive.
      if (clear || model.cross) cross();
      options.onStatus(model.candles.length > 0 ? 'switching' : 'loading');
    },
    apply(update) {
      if (update.kind !== 'failed') applyCandles(update);
      else if (feed.status === 'waiting') options.onStatus('failed');
    },
    set,
    showNewest() {
      gestures.stop();
      target.jump('newest');
    },
    view: () => model.view,
    addGrabber(grabber) {
      grabbers = [grabber, ...grabbers];
      return () => {
        grabbers = grabbers.filter((one) => one !== grabber);
      };
    },
    destroy() {
      cancelFrame?.();
      cancelNaming?.();
      observer.disconnect();
      gestures.detach();
      unsubscribeTheme();
      plot?.destroy();
    },
  };
}
