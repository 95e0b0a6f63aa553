/**
 * The part of the candles that is in view. The x axis counts candles, so that nights and weekends leave no gaps: candle
 * `i` fills [i - 0.5, i + 0.5], and the view is [end - span, end]. All functions are pure.
 */
export interface ChartView {
  readonly end: number;
  /** Candles across the plot; a fraction while pinching. */
  readonly span: number;
}

/** Fewest candles across. */
const MIN_SPAN = 10;
/** Width of a candle in the default view, and its minimum, in CSS pixels. */
const CANDLE_PX = 7;
const MIN_CANDLE_PX = 1;
/** Empty slots between the newest candle and the price axis. */
const GAP = 3;

const keptSpan = (span: number, width: number): number =>
  Math.max(MIN_SPAN, Math.min(span, width / MIN_CANDLE_PX));

/** The newest candles. */
export function defaultView(length: number, width: number, candlePx = CANDLE_PX): ChartView {
  return clampView({ end: length - 0.5 + GAP, span: Math.max(MIN_SPAN, width / candlePx) }, length, width);
}

/** Keeps candles in view: at most half of the view is empty after the newest one, nothing before the oldest. */
export function clampView({ end, span }: ChartView, length: number, width: number): ChartView {
  const kept = keptSpan(span, width);
  const last = length - 0.5;
  const furthest = last + kept / 2;
  const nearest = Math.min(kept - 0.5, last + GAP);
  return { end: Math.min(Math.max(end, nearest), furthest), span: kept };
}

/** Moves the view by a number of candles; a positive number moves it to newer ones. */
export const pan = (view: ChartView, candles: number): ChartView => ({ ...view, end: view.end + candles });

/** Makes `factor` times as many candles fit; the one at `fraction` of the width (0 to 1) stays in its place. */
export function zoom(view: ChartView, factor: number, fraction: number, width: number): ChartView {
  const span = keptSpan(view.span * factor, width);
  const fixed = view.end - view.span * (1 - fraction);
  return { end: fixed + span * (1 - fraction), span };
}

/** Whether the newest candle is in view. The view then follows when one is added. */
export const seesNewest = (view: ChartView, length: number): boolean => view.end >= length - 1;

/** Indices [from, to) of the candles that are at least partly in view. */
export function visibleRange(view: ChartView, length: number): readonly [from: number, to: number] {
  const from = Math.max(0, Math.floor(view.end - view.span + 0.5));
  const to = Math.min(length, Math.ceil(view.end + 0.5));
  return [Math.min(from, to), to];
}
