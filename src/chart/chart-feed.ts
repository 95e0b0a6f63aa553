import { type Candles, candleIndex } from '../../shared/domain/candle.ts';
import { type CandleSeries, createCandleSeries } from './candle-series.ts';
import type { ChartModel } from './chart-model.ts';
import { type ChartView, clampView, defaultView, pan, seesNewest } from './chart-view.ts';
import { widthOf } from './tracks.ts';

/** What to show of a series at first. */
export interface RangeInView {
  readonly candlePx: number;
  /** Time of the candle at the end; undefined for a view that follows the newest one. */
  readonly endS: number | undefined;
}

/** The series that updates apply to, and how far it has come. */
export interface Feed {
  readonly series: CandleSeries;
  /** Axes of the series; the model takes them over with its first candles. */
  readonly axes: Pick<ChartModel, 'periodS' | 'precision' | 'indicators'>;
  /** Where the view begins; `kept` if the candles are those that are shown already. */
  readonly begin: RangeInView | 'kept' | undefined;
  status: 'waiting' | 'shown';
  older: 'idle' | 'loading' | 'failed';
}

export const createFeed = (axes: Feed['axes'], begin?: Feed['begin']): Feed => ({
  series: createCandleSeries(widthOf(axes.indicators)),
  axes,
  begin,
  status: 'waiting',
  older: 'idle',
});

/** The view of the feed's first candles; the model still has the previous ones. */
export function firstView({ series: { candles }, begin }: Feed, model: ChartModel, width: number): ChartView {
  const { length } = candles;
  if (begin === 'kept') return clampView(movedView(model, candles), length, width);
  const view = defaultView(length, width, begin?.candlePx);
  const { at } = candleIndex(candles, begin?.endS ?? Number.POSITIVE_INFINITY);
  // An end before the loaded candles is forgotten.
  return at === 0 || at >= length ? view : clampView({ ...view, end: at + 0.5 }, length, width);
}

/** The same part of the same candles, of which there may be others before and after. */
function movedView({ view, candles: before }: ChartModel, candles: Candles): ChartView {
  if (seesNewest(view, before.length)) return pan(view, candles.length - before.length);
  const at = Math.min(Math.max(0, Math.floor(view.end)), before.length - 1);
  return pan(view, candleIndex(candles, before.time[at] ?? 0).at - at);
}
