import type { Feed, RangeInView } from './chart-feed.ts';
import type { ChartModel } from './chart-model.ts';
import { type ChartView, clampView, defaultView, pan, seesNewest, zoom } from './chart-view.ts';
import type { GestureTarget } from './gestures.ts';

export interface ChartWindowOptions {
  /** The user has chosen another part of the candles. */
  onRange(range: RangeInView): void;
  /** The newest candle has left the view, or has come back. */
  onAway(away: boolean): void;
  /** Loads older candles, which arrive as a `reset`. Resolves to whether there may be more; undefined for a failure. */
  loadOlder(): Promise<boolean | undefined>;
}

interface ChartWindowDeps {
  readonly model: Pick<ChartModel, 'candles' | 'view'>;
  /** It may be another one after each update. */
  feed(): Pick<Feed, 'older' | 'series'>;
  /** Of the part that holds candles, CSS pixels. */
  width(): number;
  onMove(): void;
}

/** Moves the view over the candles. */
export interface ChartWindow extends Pick<GestureTarget, 'begin' | 'panBy' | 'zoomBy' | 'reset' | 'jump'> {
  /** Without telling anyone: it is not the user's choice. */
  set(view: ChartView): void;
  /** As far as is needed to show a candle. */
  moveTo(index: number): void;
  /** Keeps the size of the candles after a change of the width: more or fewer fit. */
  keepCandleSize(before: number): void;
  loadOlder(): Promise<void>;
  reportAway(): void;
}

/** Older candles are loaded when this part of the view, or less, is left before the oldest one. */
const LOAD_AHEAD = 0.5;

export function createChartWindow(
  { model, feed, width, onMove }: ChartWindowDeps,
  options: ChartWindowOptions,
): ChartWindow {
  let isAway = false;
  const set = (view: ChartView) => {
    model.view = clampView(view, model.candles.length, width());
  };
  /** @returns whether the end has moved */
  const move = (view: ChartView): boolean => {
    const { candles, view: before } = model;
    set(view);
    const { end, span } = model.view;
    const last = Math.max(0, Math.floor(end - 0.5));
    const endS = seesNewest(model.view, candles.length) ? undefined : candles.time[last];
    options.onRange({ candlePx: width() / span, endS });
    onMove();
    void loadOlder();
    return end !== before.end;
  };
  const loadOlder = async () => {
    // `feed` may be another one when the candles have loaded.
    const asking = feed();
    const { series } = asking;
    const before = model.view.end - model.view.span;
    if (asking.older !== 'idle' || series.complete || series.candles.length === 0) return;
    if (before > model.view.span * LOAD_AHEAD) return;
    asking.older = 'loading';
    const more = await options.loadOlder();
    asking.older = more === undefined ? 'failed' : 'idle';
    if (more === false) series.markComplete();
  };
  return {
    set,
    moveTo(index) {
      const { end, span } = model.view;
      const candles = Math.min(0, index - end + span - 0.5) || Math.max(0, index - end + 0.5);
      if (candles !== 0) move(pan(model.view, candles));
    },
    loadOlder,
    keepCandleSize: (before) => set({ ...model.view, span: (model.view.span * width()) / before }),
    reportAway() {
      const { candles, view } = model;
      if (isAway === (candles.length > 0 && !seesNewest(view, candles.length))) return;
      isAway = !isAway;
      options.onAway(isAway);
    },
    begin() {
      const asked = feed();
      if (asked.older === 'failed') asked.older = 'idle';
    },
    panBy: (px) => move(pan(model.view, (-px * model.view.span) / width())),
    zoomBy: (factor, x) => void move(zoom(model.view, factor, x / width(), width())),
    reset: () => void move(defaultView(model.candles.length, width())),
    jump: (to) => void move({ ...model.view, end: to === 'oldest' ? 0 : model.candles.length + 2.5 }),
  };
}
