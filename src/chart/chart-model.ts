import type { Candles } from '../../shared/domain/candle.ts';
import type { ChartTheme } from './chart-theme.ts';
import type { ChartView } from './chart-view.ts';

/** A horizontal line of an order. */
export interface PriceLine {
  readonly kind: 'position' | 'pending' | 'stop-loss' | 'take-profit';
  /** Points. */
  readonly price: number;
  /** Text of the tag at the start of the line. */
  readonly text: string;
}

/** Position of the crosshair. */
interface Cross {
  /** Index of an existing candle. */
  readonly index: number;
  /** CSS pixels from the top of the chart. */
  readonly y: number;
}

/** Everything that one draw needs. The chart changes it, the plot reads it. */
export interface ChartModel {
  candles: Candles;
  /** Counts the changes of the candles, except new prices of the newest one. */
  revision: number;
  view: ChartView;
  /** Seconds of one candle. */
  periodS: number;
  /** Decimals of the prices. */
  precision: number;
  lines: readonly PriceLine[];
  cross: Cross | undefined;
  /** The last price is out of date. */
  stale: boolean;
  theme: ChartTheme;
  /** Times have their day at the start of the axis. */
  namesDay: boolean;
}
