/*
 * The chart room: candle charts (CandleChart.tsx) and sparklines (Sparkline.tsx) on uPlot; over the candles, lines of
 * orders, which can be dragged, and of alerts (orders/), and drawings (drawings/). Screens also preload it
 * (use-live-chart.ts) and name indicators (tracks.ts). This file is the candle chart without React: it folds updates,
 * gestures and theme changes into one ChartModel and paints it at most once per frame (candle-plot.ts). Prices and orders
 * come from `state`, money is computed by shared/domain; nothing here talks to the worker.
 */
import type { CandleUpdate } from '../../shared/bridge/worker-api.ts';
import { type CandleRow, candleRow, createCandles } from '../../shared/domain/candle.ts';
import { type Period, periodSeconds } from '../../shared/domain/period.ts';
import { type Price, price } from '../../shared/domain/price.ts';
import type { IndicatorSpec } from '../../shared/indicators/kinds.ts';
import type { PageClock } from '../clock.ts';
import { type CandlePlot, createCandlePlot } from './candle-plot.ts';
import { createFeed, firstView, type RangeInView } from './chart-feed.ts';
import type { ChartLayer, ChartLook, ChartModel } from './chart-model.ts';
import { currentTheme, onThemeChange } from './chart-theme.ts';
import { type ChartView, clampView, defaultView, pan, seesNewest, zoom } from './chart-view.ts';
import { createDrawSchedule } from './draw-schedule.ts';
import { priceAtRow, yOf } from './geometry.ts';
import type { Point } from './gesture-machine.ts';
import { attachGestures, type GestureTarget, type Grabber } from './gestures.ts';
import { candleTimeText, dayText } from './time-axis.ts';

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
  /** The candle under the crosshair, as it is drawn, and its indicators' values; no row when there is none. */
  onCross(row: CandleRow | undefined, values: readonly number[]): void;
  /** Where the crosshair stays, CSS pixels from the top; undefined when it is hidden or follows a finger. */
  onPin(y: number | undefined): void;
  /** Enter was pressed on the crosshair, and nothing on the chart has taken it. */
  onAct(): void;
  /** The newest candle, as it is drawn, and its indicators' values: when it is new, and some times a second. */
  onNewest(row: CandleRow, values: readonly number[]): void;
  /** The user has chosen another part of the candles. */
  onRange(range: RangeInView): void;
  /** The newest candle has left the view, or has come back. */
  onAway(away: boolean): void;
  /** The newest price of all that the page shows; undefined while unknown. */
  quote?(): { readonly price: number; readonly timeS: number } | undefined;
  /** Loads older candles, which arrive as a `reset`. Resolves to whether there may be more; undefined for a failure. */
  loadOlder(): Promise<boolean | undefined>;
}

interface Series {
  readonly period: Period;
  readonly precision: number;
  /** The shown candles are of another instrument and disappear at once. */
  readonly clear: boolean;
  readonly indicators?: readonly IndicatorSpec[];
  /** Where the view begins; by default at the newest candles. */
  readonly range?: RangeInView | undefined;
}

/** The candle chart in one element: no React, at most one draw per frame. */
export interface LiveChart {
  /** Switches to another series, or to other indicators over the same one. */
  show(series: Series): void;
  apply(update: CandleUpdate): void;
  /** Sets what is drawn over the candles. */
  set(
    changed: Partial<Pick<ChartModel, 'layer' | 'stale' | 'look' | 'studies' | 'drawings' | 'legendPx'>>,
  ): void;
  /** Paints a layer at once: in the frame in which the other texts of its moment are written. */
  paint(layer: ChartLayer): void;
  /** The quote has changed: paints it with this frame. */
  tick(): void;
  /** Moves the view to the newest candle; its size stays. */
  showNewest(): void;
  view(): ChartView;
  /** Asks `grabber` about each pointer that comes down, before those added earlier; returns a function that ends this. */
  addGrabber(grabber: Grabber): () => void;
  /** Calls `listener` after each tap that nothing has grabbed; returns a function that ends this. */
  onTap(listener: GestureTarget['tap']): () => void;
  /** Shows the crosshair at a position; hides it without one. */
  cross(at?: Point): void;
  /** The price at the crosshair, to the last digit, and its candle's time as a text. */
  crossPlace(): { readonly price: Price; readonly time: string } | undefined;
  /** Hides a crosshair that stays. */
  hideCross(): void;
  destroy(): void;
}

/** Older candles are loaded when this part of the view, or less, is left before the oldest one. */
const LOAD_AHEAD = 0.5;

/** The first date formatter costs more than the rest of the first draw, so the day is named a moment later. */
const NAME_DAY_MS = 250;
/** The page has that formatter: later charts name the day when they are first drawn, instead of being drawn twice. */
let isDayNamed = false;
/** Makes it ahead of the first chart. */
export function prepareDays(): void {
  dayText(0, 0);
  isDayNamed = true;
}

/** The newest candle is reported at most this often. */
const REPORT_MS = 250;

const PLAIN: ChartLook = { type: 'candles', volume: false };

export function createLiveChart(host: HTMLElement, options: LiveChartOptions): LiveChart {
  const model: ChartModel = {
    candles: createCandles(),
    indicators: [],
    values: [],
    look: PLAIN,
    legendPx: 0,
    revision: 0,
    view: { end: 0, span: 1 },
    periodS: 60,
    precision: 0,
    stale: false,
    theme: currentTheme(),
    namesDay: isDayNamed,
  };
  let feed = createFeed(model);
  let plot: CandlePlot | undefined;
  let cancelNaming: (() => void) | undefined;
  let cancelReport: (() => void) | undefined;
  let isAway = false;
  let grabbers: readonly Grabber[] = [];
  const taps = new Set<GestureTarget['tap']>();

  /** The chart's last price is that of the quote, and so is the newest candle's if the quote is of its time. */
  const takeQuote = () => {
    const { candles, periodS } = model;
    const quote = options.quote?.();
    const newest = candles.length - 1;
    const start = candles.time[newest] ?? 0;
    const isOfNewest = quote && quote.timeS >= start && quote.timeS < start + periodS;
    model.last = quote?.price;
    const before = candles.close[newest];
    if (feed.series.candles === candles) feed.series.showAt(isOfNewest ? quote.price : undefined);
    if (candles.close[newest] !== before) reportSoon();
  };
  const schedule = createDrawSchedule(options.clock, () => {
    if (!plot) return;
    takeQuote();
    reportAway();
    if (!plot.draw()) schedule.next();
  });
  const set = (changed: Partial<ChartModel>) => {
    Object.assign(model, changed);
    schedule.next();
  };
  const nameDay = () => {
    // In this task, not in a frame.
    prepareDays();
    model.namesDay = true;
    // Candles that are on their way bring a frame with them.
    if (feed.status === 'shown') schedule.next();
  };
  const shownRow = (at: number) => candleRow(model.studies?.candles(model) ?? model.candles, at);
  const valuesAt = (at: number) => model.values.map((column) => column[at] ?? Number.NaN);
  const reportCross = () => {
    const at = model.cross?.index ?? -1;
    options.onCross(model.cross && shownRow(at), valuesAt(at));
  };
  const reportNewest = () => {
    cancelReport?.();
    cancelReport = undefined;
    const at = model.candles.length - 1;
    if (at >= 0) options.onNewest(shownRow(at), valuesAt(at));
    if (model.cross) reportCross();
  };
  const reportSoon = () => {
    cancelReport ??= options.clock.after(REPORT_MS, reportNewest);
  };
  const reportAway = () => {
    const { candles, view } = model;
    if (isAway === (candles.length > 0 && !seesNewest(view, candles.length))) return;
    isAway = !isAway;
    options.onAway(isAway);
  };
  const width = () => Math.max(1, plot?.width() ?? 1);
  const clamped = (view: ChartView): ChartView => clampView(view, model.candles.length, width());
  /** Keeps the size of the candles after a change of the width: more or fewer fit. */
  const keepCandleSize = (before: number) => {
    const span = (model.view.span * width()) / before;
    model.view = clamped({ ...model.view, span });
  };
  const moveTo = (view: ChartView): boolean => {
    const { candles, view: before } = model;
    model.view = clamped(view);
    const { end, span } = model.view;
    const last = Math.max(0, Math.floor(end - 0.5));
    const endS = seesNewest(model.view, candles.length) ? undefined : candles.time[last];
    options.onRange({ candlePx: width() / span, endS });
    schedule.next();
    void loadOlder();
    return end !== before.end;
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
  const cross = (at?: Point, isPinned = false) => {
    const { candles, view } = model;
    if (!at || candles.length === 0) model.cross = undefined;
    else {
      const index = Math.round(view.end - view.span + (at.x / width()) * view.span);
      model.cross = { index: Math.min(Math.max(index, 0), candles.length - 1), y: at.y };
    }
    reportCross();
    options.onPin(isPinned && crossPrice() !== undefined ? model.cross?.y : undefined);
    schedule.next();
  };
  /** Undefined also in a pane of indicators, which has no prices. */
  const crossPrice = (): Price | undefined => {
    const at = plot?.projection();
    if (!at || !model.cross) return undefined;
    const bottom = at.top + at.height;
    if (model.cross.y > bottom && bottom < at.floor - 1) return undefined;
    return price(Math.round(priceAtRow(at, Math.min(Math.max(model.cross.y, at.top), bottom))));
  };
  const crossPoint = (index: number, y: number): Point => {
    const { end, span } = model.view;
    return { x: ((index - end + span) / span) * width(), y };
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
    pin: (at) => cross(at, true),
    crossAfter(candles, px) {
      const at = plot?.projection();
      if (!at) return { x: 0, y: 0 };
      const last = model.candles.length - 1;
      const first = Math.min(last, Math.floor(model.view.end));
      const { index, y } = model.cross ?? { index: first, y: yOf(at, model.candles.close[first] ?? 0) };
      const next = Math.min(Math.max(index + candles, 0), last);
      const { end, span } = model.view;
      // Keeps the crosshair in view.
      const beyond = Math.min(0, next - end + span - 0.5) || Math.max(0, next - end + 0.5);
      if (beyond !== 0) moveTo(pan(model.view, beyond));
      return crossPoint(next, Math.min(Math.max(y + px, at.top), at.top + at.height));
    },
    act() {
      if (!model.cross) return;
      const grab = target.grab(crossPoint(model.cross.index, model.cross.y), false);
      if (!grab?.drop()) options.onAct();
    },
    tap(at, isTouch) {
      for (const listener of taps) listener(at, isTouch);
    },
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
      // What began over the previous candles would be at another price.
      stop();
      feed.status = 'shown';
      const view = firstView(feed, model, width());
      Object.assign(model, axes, { candles: series.candles, values: series.values, view });
      plot?.measure();
      options.onStatus('ready');
      if (!model.namesDay) cancelNaming ??= options.clock.after(NAME_DAY_MS, nameDay);
    } else if (change !== 'replaced') {
      model.view = clamped(pan(model.view, isFollowing ? length - before : moved - anchor));
      if (model.cross) model.cross = { ...model.cross, index: moved };
    }
    takeQuote();
    if (change !== 'replaced') {
      model.revision++;
      reportNewest();
    } else reportSoon();
    if (change === 'merged') schedule.next();
    // A tick, or the first candles: a frame that first answers the tap that asked for them.
    else schedule.ticks(model.last !== undefined);
    void loadOlder();
  };

  // The host has neither padding nor scrollbars.
  const resize = () => {
    const size = { width: host.clientWidth, height: host.clientHeight };
    if (size.width * size.height === 0) return;
    if (plot) {
      // A crosshair or a line under a finger would now be at another price.
      stop();
      const before = width();
      plot.resize(size);
      keepCandleSize(before);
    } else {
      plot = createCandlePlot(host, model, size, keepCandleSize, options.clock.nowMs);
      if (model.candles.length > 0) model.view = firstView(feed, model, width());
    }
    schedule.next();
  };
  const observer = new ResizeObserver(resize);
  observer.observe(host);
  const gestures = attachGestures(host, target, options.clock);
  /** Ends what fingers do, and hides the crosshair, also that of a mouse. */
  const stop = () => {
    gestures.stop();
    if (model.cross) cross();
  };
  const unsubscribeTheme = onThemeChange(() => set({ theme: currentTheme() }));

  return {
    show({ period, precision, clear, indicators = [], range }) {
      stop();
      const periodS = periodSeconds(period);
      const isSame = !clear && periodS === model.periodS && model.candles.length > 0;
      feed = createFeed({ periodS, precision, indicators }, isSame ? 'kept' : range);
      // With nothing to remove, the chart stays as it is until the new candles arrive.
      if (clear) set({ candles: createCandles(), values: [] });
      options.onStatus(model.candles.length > 0 ? 'switching' : 'loading');
    },
    apply(update) {
      if (update.kind !== 'failed') applyCandles(update);
      else if (feed.status === 'waiting') options.onStatus('failed');
    },
    set,
    paint(layer) {
      model.layer = layer;
      schedule.now();
    },
    tick: schedule.last,
    showNewest() {
      stop();
      target.jump('newest');
    },
    view: () => model.view,
    onTap(listener) {
      taps.add(listener);
      return () => taps.delete(listener);
    },
    cross,
    hideCross: stop,
    crossPlace() {
      const at = crossPrice();
      if (at === undefined || !model.cross) return undefined;
      const time = candleTimeText(model.candles.time[model.cross.index] ?? 0, model.periodS);
      return { price: at, time };
    },
    addGrabber(grabber) {
      grabbers = [grabber, ...grabbers];
      return () => {
        grabbers = grabbers.filter((one) => one !== grabber);
      };
    },
    destroy() {
      schedule.end();
      cancelNaming?.();
      cancelReport?.();
      observer.disconnect();
      gestures.detach();
      unsubscribeTheme();
      plot?.destroy();
    },
  };
}
