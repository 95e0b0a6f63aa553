import type { CandleUpdate } from '../../shared/bridge/worker-api.ts';
import { type CandleRow, candleRow } from '../../shared/domain/candle.ts';
import { type Period, periodSeconds } from '../../shared/domain/period.ts';
import type { PageClock } from '../clock.ts';
import { attachGestures, type GestureTarget } from './gestures.ts';
import { currentLook, onLookChange } from './look.ts';
import { createPlot, type Plot } from './plot.ts';
import type { Scene } from './scene.ts';
import { createSeries, type Series } from './series.ts';
import { clampView, defaultView, pan, seesNewest, type View, zoom } from './view.ts';

export type ChartStatus =
  /** Nothing to show yet. */
  | 'loading'
  /** Still the candles of the period before. */
  | 'switching'
  | 'ready'
  | 'empty'
  | 'failed';

export interface CandleEngineOptions {
  readonly clock: PageClock;
  onStatus(status: ChartStatus): void;
  /** The candle under the crosshair; undefined when there is none. */
  onCross(row: CandleRow | undefined): void;
  /** A candle has begun, or all are new: what the chart says of itself may be said anew. */
  onNewest(row: CandleRow): void;
  /** The newest candle has left the view, or is in it again. */
  onAway(away: boolean): void;
  /** Loads candles before the oldest. They come as a `reset`; the answer says whether there may be more, undefined for a failure. */
  loadOlder(): Promise<boolean | undefined>;
}

/** The candle chart in one element: no React, one draw a frame at most. */
export interface CandleEngine {
  /** Another series follows. `clear`: the candles shown are not of this instrument and go at once. */
  show(series: { readonly period: Period; readonly precision: number; readonly clear: boolean }): void;
  apply(update: CandleUpdate): void;
  /** What is shown about the candles. */
  set(changed: Partial<Pick<Scene, 'lines' | 'stale'>>): void;
  /** Moves the view to the newest candle, at the size it has. */
  showNewest(): void;
  view(): View;
  destroy(): void;
}

/** Candles that are left of the view when older ones are asked for, as a part of the view. */
const LOAD_AHEAD = 0.5;

export function createCandleEngine(host: HTMLElement, options: CandleEngineOptions): CandleEngine {
  const scene: Scene = {
    candles: createSeries().candles,
    revision: 0,
    view: { end: 0, span: 1 },
    periodS: 60,
    precision: 0,
    lines: [],
    cross: undefined,
    stale: false,
    look: currentLook(),
  };
  let series: Series = createSeries();
  /** What the axes are to say once the first candles of the series are there. */
  let coming: Pick<Scene, 'periodS' | 'precision'> = scene;
  let fresh = true;
  let plot: Plot | undefined;
  let older: 'ready' | 'loading' | 'failed' = 'ready';
  let frame: (() => void) | undefined;
  let away = false;

  const draw = () => {
    frame = undefined;
    if (!plot) return;
    tellAway();
    plot.draw();
  };
  /** In the next frame, though a tick or a new series may wait for a later one. */
  const invalidate = () => {
    frame?.();
    frame = options.clock.frame(draw);
  };
  const set = (changed: Partial<Scene>) => {
    Object.assign(scene, changed);
    invalidate();
  };
  const tellAway = () => {
    const { candles, view } = scene;
    if (away === (candles.length > 0 && !seesNewest(view, candles.length))) return;
    away = !away;
    options.onAway(away);
  };
  /** The candles keep theirs: more or fewer are in view. */
  const keepSize = (before: number) => {
    const span = (scene.view.span * width()) / before;
    scene.view = clampView({ ...scene.view, span }, scene.candles.length, width());
  };
  const width = () => Math.max(1, plot?.width() ?? 1);
  const look = (view: View) => {
    scene.view = clampView(view, scene.candles.length, width());
    invalidate();
    void loadOlder();
  };
  const loadOlder = async () => {
    const asking = series;
    const margin = scene.view.end - scene.view.span;
    if (older !== 'ready' || asking.complete || asking.candles.length === 0) return;
    if (margin > scene.view.span * LOAD_AHEAD) return;
    older = 'loading';
    const more = await options.loadOlder();
    if (asking !== series) return;
    older = more === undefined ? 'failed' : 'ready';
    if (more === false) asking.noOlder();
  };
  const cross = (at?: { readonly x: number; readonly y: number }) => {
    const { candles, view } = scene;
    if (!at || candles.length === 0) scene.cross = undefined;
    else {
      const index = Math.round(view.end - view.span + (at.x / width()) * view.span);
      scene.cross = { index: Math.min(Math.max(index, 0), candles.length - 1), y: at.y };
    }
    options.onCross(scene.cross && candleRow(candles, scene.cross.index));
    invalidate();
  };
  const target: GestureTarget = {
    begin() {
      if (older === 'failed') older = 'ready';
    },
    panBy: (px) => look(pan(scene.view, (-px * scene.view.span) / width())),
    zoomBy: (factor, x) => look(zoom(scene.view, factor, x / width(), width())),
    reset: () => look(defaultView(scene.candles.length, width())),
    jump: (to) => look({ ...scene.view, end: to === 'oldest' ? 0 : scene.candles.length + 2.5 }),
    cross,
  };

  const applyCandles = (update: Exclude<CandleUpdate, { kind: 'failed' }>) => {
    const before = series.candles.length;
    const follows = seesNewest(scene.view, before);
    const held = scene.cross?.index ?? Math.floor(scene.view.end - scene.view.span / 2);
    const { change, anchor } = series.apply(update, held);
    const { length } = series.candles;
    if (length === 0) return options.onStatus('empty');
    if (fresh) {
      fresh = false;
      Object.assign(scene, coming, { candles: series.candles, view: defaultView(length, width()) });
      options.onStatus('ready');
    } else if (change !== 'replaced') {
      scene.view = clampView(pan(scene.view, follows ? length - before : anchor - held), length, width());
      if (scene.cross) scene.cross = { ...scene.cross, index: anchor };
    }
    if (change !== 'replaced') {
      scene.revision++;
      options.onNewest(candleRow(scene.candles, length - 1));
    }
    if (scene.cross) options.onCross(candleRow(scene.candles, scene.cross.index));
    if (change === 'merged') invalidate();
    // A tick; or the first candles, and the tap that asked for them is answered before they are drawn.
    else frame ??= options.clock.tickFrame(draw);
    void loadOlder();
  };

  const resize = (size: { readonly width: number; readonly height: number }) => {
    if (size.width * size.height === 0) return;
    if (plot) {
      const before = width();
      plot.resize(size);
      keepSize(before);
    } else {
      plot = createPlot(host, scene, size, keepSize);
      if (scene.candles.length > 0) scene.view = defaultView(scene.candles.length, width());
    }
    invalidate();
  };
  // The host has neither padding nor scrollbars.
  const observer = new ResizeObserver(() => resize({ width: host.clientWidth, height: host.clientHeight }));
  observer.observe(host);
  const detach = attachGestures(host, target, options.clock);
  const stopLook = onLookChange(() => set({ look: currentLook() }));

  return {
    show({ period, precision, clear }) {
      series = createSeries();
      coming = { periodS: periodSeconds(period), precision };
      fresh = true;
      older = 'ready';
      if (clear) scene.candles = createSeries().candles;
      // A finger's crosshair goes; with nothing to take away the picture stays until the candles are there.
      if (clear || scene.cross) cross();
      options.onStatus(scene.candles.length > 0 ? 'switching' : 'loading');
    },
    apply(update) {
      if (update.kind !== 'failed') applyCandles(update);
      else if (fresh) options.onStatus('failed');
    },
    set,
    showNewest: () => target.jump('newest'),
    view: () => scene.view,
    destroy() {
      frame?.();
      observer.disconnect();
      detach();
      stopLook();
      plot?.destroy();
    },
  };
}
