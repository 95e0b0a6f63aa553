/**
 * What part of the candles is in view. The x axis counts candles, so that nights and weekends leave no holes: candle
 * `i` fills [i - 0.5, i + 0.5], and the view is [end - span, end]. All functions are pure.
 */
export interface View {
  readonly end: number;
  /** Candles across the plot; a fraction while pinching. */
  readonly span: number;
}

/** Fewest candles across. */
const MIN_SPAN = 10;
/** Room for a candle when nothing was zoomed, and the least there may be, in CSS pixels. */
const CANDLE_PX = 7;
const MIN_CANDLE_PX = 1;
/** Empty candles kept between the newest one and the price axis. */
const GAP = 3;

const maxSpan = (width: number): number => Math.max(MIN_SPAN, width / MIN_CANDLE_PX);

export function defaultView(length: number, width: number): View {
  return clampView({ end: length - 0.5 + GAP, span: Math.max(MIN_SPAN, width / CANDLE_PX) }, length, width);
}

/** Keeps candles in view: at most half of it is empty after the newest one, none before the oldest. */
export function clampView({ end, span }: View, length: number, width: number): View {
  const kept = Math.min(Math.max(span, MIN_SPAN), maxSpan(width));
  const last = length - 0.5;
  const furthest = last + kept / 2;
  const nearest = Math.min(kept - 0.5, last + GAP);
  return { end: Math.min(Math.max(end, nearest), furthest), span: kept };
}

/** Moves the view by candles: above zero to newer ones. */
export const pan = (view: View, candles: number): View => ({ ...view, end: view.end + candles });

/** Makes `factor` times as many candles fit, keeping what is at `fraction` of the width (0 to 1) in its place. */
export function zoom(view: View, factor: number, fraction: number, width: number): View {
  const span = Math.min(Math.max(view.span * factor, MIN_SPAN), maxSpan(width));
  const fixed = view.end - view.span * (1 - fraction);
  return { end: fixed + span * (1 - fraction), span };
}

/** Whether the newest candle is in view: then the view goes along when one is added. */
export const seesNewest = (view: View, length: number): boolean => view.end >= length - 1;

/** Candles that are at least partly in view, as [from, to). */
export function visibleRange(view: View, length: number): readonly [from: number, to: number] {
  const from = Math.max(0, Math.floor(view.end - view.span + 0.5));
  const to = Math.min(length, Math.ceil(view.end + 0.5));
  return [Math.min(from, to), to];
}
