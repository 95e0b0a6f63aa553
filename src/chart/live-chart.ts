/*
 * The chart room: candle charts (CandleChart.tsx) and sparklines (Sparkline.tsx) on uPlot; over the candles, lines of
 * orders, which can be dragged, and of alerts (orders/), marks of fills (fills/), and drawings (drawings/). Screens also
 * preload it (use-live-chart.ts) and name indicators (tracks.ts). This file is the candle chart without React: it folds
 * updates, gestures and theme changes into one ChartModel and paints it at most once per frame (candle-plot.ts). Prices and
 * orders come from `state`, money is computed by shared/domain; nothing here talks to the worker.
 */
import type { CandleUpdate } from '../../shared/bridge/worker-api.ts';
import { type CandleRow, candleRow, createCandles } from '../../shared/domain/candle.ts';
import { type Period, periodSeconds } from '../../shared/domain/period.ts';
import type { Price } from '../../shared/domain/price.ts';
import type { IndicatorSpec } from '../../shared/indicators/kinds.ts';
import type { PageClock } from '../clock.ts';
import { type CandlePlot, createCandlePlot } from './candle-plot.ts';
import { crossAt, crossPrice, movedCross, pointOf } from './chart-cross.ts';
import { createFeed, type Feed, firstView, type RangeInView } from './chart-feed.ts';
import type { ChartLayer, ChartLook, ChartModel } from './chart-model.ts';
import { currentTheme, onThemeChange } from './chart-theme.ts';
import { type ChartView, pan, seesNewest } from './chart-view.ts';
import { type ChartWindowOptions, createChartWindow } from './chart-window.ts';
import { createDrawSchedule } from './draw-schedule.ts';
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

export interface LiveChartOptions extends ChartWindowOptions {
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
  /** The newest price of all that the page shows; undefined while unknown. */
  quote?(): { readonly price: number; readonly ask?: number | undefined; readonly timeS: number } | undefined;
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
    changed: Partial<
      Pick<ChartModel, 'layer' | 'stale' | 'look' | 'studies' | 'fills' | 'drawings' | 'legendPx'>
    >,
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
  const model = firstModel();
  let feed = createFeed(model);
  let plot: CandlePlot | undefined;
  let cancelNaming: (() => void) | undefined;
  const touches = createTouches();
  const reports = createReports(model, options);
  const takeQuote = () => {
    if (showQuote(model, feed, options.quote?.())) reports.soon();
  };
  const schedule = createDrawSchedule(options.clock, () => {
    if (!plot) return;
    takeQuote();
    chartWindow.reportAway();
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
  const width = () => Math.max(1, plot?.width() ?? 1);
  const chartWindow = createChartWindow({ model, feed: () => feed, width, onMove: schedule.next }, options);
  const cross = (at?: Point, isPinned = false) => {
    model.cross = at && crossAt(model, at, width());
    reports.cross();
    options.onPin(isPinned && priceAtCross() !== undefined ? model.cross?.y : undefined);
    schedule.next();
  };
  const priceAtCross = (): Price | undefined =>
    plot && model.cross && crossPrice(model.cross, plot.projection());
  const target: GestureTarget = {
    ...chartWindow,
    ...touches,
    cross,
    pin: (at) => cross(at, true),
    crossAfter(x, y) {
      const at = plot?.projection();
      if (!at) return { x: 0, y: 0 };
      const next = movedCross(model, at, { x, y });
      chartWindow.moveTo(next.index);
      return pointOf(next, model.view, width());
    },
    act() {
      if (!model.cross) return;
      const grab = touches.grab(pointOf(model.cross, model.view, width()), false);
      if (!grab?.drop()) options.onAct();
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
      // A gesture that began over the previous candles would now be at another price.
      stop();
      feed.status = 'shown';
      const view = firstView(feed, model, width());
      Object.assign(model, axes, { candles: series.candles, values: series.values, view });
      plot?.measure();
      options.onStatus('ready');
      if (!model.namesDay) cancelNaming ??= options.clock.after(NAME_DAY_MS, nameDay);
    } else if (change !== 'replaced') {
      chartWindow.set(pan(model.view, isFollowing ? length - before : moved - anchor));
      if (model.cross) model.cross = { ...model.cross, index: moved };
    }
    takeQuote();
    if (change !== 'replaced') {
      model.revision++;
      reports.newest();
    } else reports.soon();
    if (change === 'merged') schedule.next();
    // A tick, or the first candles, which wait until the tap that asked for them has been answered.
    else schedule.ticks(model.last !== undefined);
    void chartWindow.loadOlder();
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
      chartWindow.keepCandleSize(before);
    } else {
      plot = createCandlePlot(host, model, size, chartWindow.keepCandleSize, options.clock.nowMs);
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
    ...touches,
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
      chartWindow.jump('newest');
    },
    view: () => model.view,
    cross,
    hideCross: stop,
    crossPlace() {
      const at = priceAtCross();
      if (at === undefined || !model.cross) return undefined;
      const time = candleTimeText(model.candles.time[model.cross.index] ?? 0, model.periodS);
      return { price: at, time };
    },
    destroy() {
      schedule.end();
      cancelNaming?.();
      reports.end();
      observer.disconnect();
      gestures.detach();
      unsubscribeTheme();
      plot?.destroy();
    },
  };
}

const firstModel = (): ChartModel => ({
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
});

/**
 * The chart's last price is that of the quote, and so is the newest candle's if the quote is of its time.
 * @returns whether the candle has changed
 */
function showQuote(
  model: ChartModel,
  { series }: Feed,
  quote: ReturnType<NonNullable<LiveChartOptions['quote']>>,
): boolean {
  const { candles, periodS } = model;
  const newest = candles.length - 1;
  const start = candles.time[newest] ?? 0;
  const isOfNewest = quote && quote.timeS >= start && quote.timeS < start + periodS;
  model.last = quote?.price;
  model.ask = quote?.ask === quote?.price ? undefined : quote?.ask;
  const before = candles.close[newest];
  if (series.candles === candles) series.showAt(isOfNewest ? quote.price : undefined);
  return candles.close[newest] !== before;
}

/** Tells the legends which candles and values they show. */
function createReports(
  model: ChartModel,
  { clock, onCross, onNewest }: Pick<LiveChartOptions, 'clock' | 'onCross' | 'onNewest'>,
) {
  let cancel: (() => void) | undefined;
  const shownRow = (at: number) => candleRow(model.studies?.candles(model) ?? model.candles, at);
  const valuesAt = (at: number) => model.values.map((column) => column[at] ?? Number.NaN);
  const cross = () => {
    const at = model.cross?.index ?? -1;
    onCross(model.cross && shownRow(at), valuesAt(at));
  };
  const end = () => {
    cancel?.();
    cancel = undefined;
  };
  const newest = () => {
    end();
    const at = model.candles.length - 1;
    if (at >= 0) onNewest(shownRow(at), valuesAt(at));
    if (model.cross) cross();
  };
  const soon = () => {
    cancel ??= clock.after(REPORT_MS, newest);
  };
  return { cross, newest, soon, end };
}

/** Gives a pointer to what was added last and wants it, and a tap to all that listen. */
function createTouches(): Pick<LiveChart, 'addGrabber' | 'onTap'> & Pick<GestureTarget, 'grab' | 'tap'> {
  let grabbers: readonly Grabber[] = [];
  const taps = new Set<GestureTarget['tap']>();
  return {
    addGrabber(grabber) {
      grabbers = [grabber, ...grabbers];
      return () => {
        grabbers = grabbers.filter((one) => one !== grabber);
      };
    },
    onTap(listener) {
      taps.add(listener);
      return () => taps.delete(listener);
    },
    grab(at, isTouch) {
      for (const grabber of grabbers) {
        const grab = grabber(at, isTouch);
        if (grab) return grab;
      }
      return undefined;
    },
    tap(at, isTouch) {
      for (const listener of taps) listener(at, isTouch);
    },
  };
}
