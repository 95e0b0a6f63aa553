import type { CandleRow, Candles } from '../../shared/domain/candle.ts';
import type { IndicatorSpec } from '../../shared/indicators/kinds.ts';
import type { ChartType } from '../state/chart-settings.ts';
import type { ChartTheme } from './chart-theme.ts';
import type { ChartView } from './chart-view.ts';
import type { Projection, Range } from './geometry.ts';
import type { Pen } from './pen.ts';

/** One paint of the overlay. */
export interface LayerScene {
  readonly ctx: CanvasRenderingContext2D;
  readonly at: Projection;
  /** Pixels of the canvas in a CSS pixel. */
  readonly pixelRatio: number;
  readonly pen: Pen;
  readonly theme: ChartTheme;
  /** Row of the last price, which keeps its place on the price axis; undefined out of view. */
  readonly lastRow: number | undefined;
  /** How far the legends reach down from the top of the chart, CSS pixels. */
  readonly legendPx: number;
}

/** Something that is drawn over the candles, and whose code may come later than the chart's. */
export interface ChartLayer {
  /** Counts the changes of what it paints. */
  readonly revision: number;
  /** Whether what it paints depends on the ask. */
  readonly seesAsk?: boolean;
  /** Lowest and highest price that must be in view besides the candles. */
  readonly reach?: readonly [lowest: number, highest: number] | undefined;
  /** The same, as far as the candles keep a third of the height. */
  readonly wish?: readonly [lowest: number, highest: number] | undefined;
  /** Paints what is below the last price. */
  paint(scene: LayerScene): {
    /** Rows of its tags on the price axis. */
    readonly rows: readonly number[];
    /** Paints what is above the line of the last price. */
    finish(): void;
  };
}

/** What a layer of drawings paints with, in pixels of the canvas. */
export interface DrawingScene {
  readonly candles: Candles;
  readonly periodS: number;
  readonly precision: number;
  readonly theme: ChartTheme;
  readonly at: Projection;
  readonly pixelRatio: number;
  /** The canvas of the candles, which the layer's lies upon. */
  readonly below: HTMLCanvasElement;
}

/** Position of the crosshair. */
export interface Cross {
  /** Index of an existing candle. */
  readonly index: number;
  /** CSS pixels from the top of the chart. */
  readonly y: number;
}

/** What a chart shows besides plain candles. */
export interface ChartLook {
  readonly type: ChartType;
  readonly volume: boolean;
}

/** What the legends show: the candle under the crosshair, else the newest one. */
export interface Reading {
  readonly row: CandleRow | undefined;
  readonly values: readonly number[];
}

/** Draws everything that plain candles are not: other types, volume, indicators; loaded when first asked for (studies.ts). */
export interface Studies {
  /** Heights of the panes below the prices, CSS pixels, from the top. */
  panes(model: ChartModel, height: number): readonly number[];
  /** Heikin-Ashi candles, or the candles as they are. */
  candles(model: ChartModel): Candles;
  /**
   * Computes the scales of the candles in view; `paint` uses them.
   * @param bounds lowest and highest price of the candles
   * @returns lowest and highest price to show, and the other scales
   */
  measure(
    model: ChartModel,
    seen: Range,
    bounds: readonly [lowest: number, highest: number],
  ): readonly [lowest: number, highest: number, ...others: number[]];
  /** Paints all but the newest candle, or that one alone. */
  paint(
    ctx: CanvasRenderingContext2D,
    model: ChartModel,
    seen: Range,
    at: Projection,
    pixelRatio: number,
    part: 'past' | 'newest',
  ): void;
}

/** Everything that one draw needs. The chart changes it, the plot reads it. */
export interface ChartModel {
  candles: Candles;
  /** What the worker computes with the candles, and the columns of its values, as long as those of the candles. */
  indicators: readonly IndicatorSpec[];
  values: readonly Float64Array[];
  look: ChartLook;
  /** How far the legends above the panes reach down from the top, CSS pixels. */
  legendPx: number;
  /** Undefined for plain candles. */
  studies?: Studies | undefined;
  /** Counts the changes of the candles, except new prices of the newest one. */
  revision: number;
  view: ChartView;
  /** Seconds of one candle. */
  periodS: number;
  /** Decimals of the prices. */
  precision: number;
  layer?: ChartLayer | undefined;
  cross?: Cross | undefined;
  /** Paints the account's fills over the candles of the same part. */
  fills?: Studies['paint'] | undefined;
  /** Paints the drawings, whenever the candles are painted. */
  drawings?: ((scene: DrawingScene) => void) | undefined;
  /** The last price is out of date. */
  stale: boolean;
  /** The last price; undefined for that of the newest candle. */
  last?: number | undefined;
  /** The ask; undefined where it is the last price. */
  ask?: number | undefined;
  theme: ChartTheme;
  /** Times have their day at the start of the axis. */
  namesDay: boolean;
}
