import type { CandleRow } from '../../shared/domain/candle.ts';

/** A candle chart in an element, whoever made it. */
export interface BenchChart {
  /** The last candle has changed. Drawn in the next frame. */
  update(row: CandleRow): void;
  /** The candles in view by index, parts of one allowed; beyond the last one the chart may be empty. */
  seen(): { readonly from: number; readonly to: number };
}

export interface ChartSettings {
  readonly up: string;
  readonly down: string;
  readonly ink: string;
  readonly hairline: string;
  readonly surface: string;
}

/** Brings the rows into the maker's own form, which is not measured; the answer makes the chart, which is. */
export type PrepareChart = (
  rows: readonly CandleRow[],
  settings: ChartSettings,
) => (host: HTMLElement) => BenchChart;

/** How every chart stands: room for a candle and empty room after the last, CSS pixels, and decimals of a price. */
export const CANDLE_PX = 7;
export const GAP_PX = 21;
export const DECIMALS = 5;

/** Points to the price that other makers take. */
export const toPrice = (points: number): number => points / 10 ** DECIMALS;

/** Painted frames. */
export interface Followed {
  readonly frames: number;
  /** Those in which other candles are in view than in the one before. */
  readonly moved: number;
}

/** What the page offers to the measurement. */
export interface ChartBench {
  prepare(candles: number): void;
  /** Resolves when it has been painted. */
  mount(): Promise<void>;
  /** One change of the last candle in each of so many frames. */
  tick(count: number): Promise<void>;
  seen(): { readonly from: number; readonly to: number };
  /** From now on painted frames are counted. */
  follow(): void;
  followed(): Followed;
  /** Parts of the chart's area in the colours of rising and of falling candles. */
  painted(): { readonly up: number; readonly down: number };
}
