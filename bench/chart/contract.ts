import type { CandleRow } from '../../shared/domain/candle.ts';
import { seeded } from '../figures/seeded.ts';

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

/** How mini charts are shown; `nothing`: none at all, the same frames. */
export type Way = 'product' | 'svg' | 'nothing';

export interface MiniBench {
  /** Mounts ten and takes them away again, so many times. */
  rounds(way: Way, count: number): Promise<void>;
  /** Draws the pictures of the first so many instruments, of which none was drawn yet, and takes all but the last away. */
  drawAll(count: number): Promise<void>;
  /** A list as long as the product's, one mini chart a row. */
  list(way: Exclude<Way, 'nothing'>): void;
}

const NEWEST_S = 1_700_000_040;

/** Candles of a minute each, a random walk in points. The newest are the same, however many there are before them. */
export function candleRows(count: number): readonly CandleRow[] {
  const random = seeded(1);
  let close = 110_000;
  return Array.from({ length: count }, (_, before): CandleRow => {
    const open = close + Math.round((random() - 0.5) * 60);
    const high = Math.max(open, close) + Math.round(random() * 20);
    const low = Math.min(open, close) - Math.round(random() * 20);
    const row: CandleRow = [NEWEST_S - before * 60, open, high, low, close, 60];
    close = open;
    return row;
  }).toReversed();
}

/** The same candle after another tick. */
export function ticked([time, open, high, low, close, volume]: CandleRow, step: number): CandleRow {
  const next = close + step;
  return [time, open, Math.max(high, next), Math.min(low, next), next, volume + 1];
}
