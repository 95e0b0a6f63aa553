import type { Candles } from '../../shared/domain/candle.ts';
import type { Look } from './look.ts';
import type { View } from './view.ts';

/** A horizontal line of an order. */
export interface PriceLine {
  readonly kind: 'position' | 'pending' | 'stop-loss' | 'take-profit';
  /** Points. */
  readonly price: number;
  /** On the tag at the start of the line. */
  readonly text: string;
}

/** Where the crosshair stands. */
interface Cross {
  /** A candle that exists. */
  readonly index: number;
  /** CSS pixels from the top of the chart. */
  readonly y: number;
}

/** Everything one draw needs. The engine changes it, the plot reads it. */
export interface Scene {
  candles: Candles;
  /** Counts the changes of the candles other than a new price of the newest one. */
  revision: number;
  view: View;
  periodS: number;
  precision: number;
  lines: readonly PriceLine[];
  cross: Cross | undefined;
  /** The last price is not of now. */
  stale: boolean;
  look: Look;
}
