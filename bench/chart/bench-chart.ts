import type { CandleRow } from '../../shared/domain/candle.ts';
import { seeded } from '../figures/seeded.ts';

/** A candle chart in an element: the product's or a peer's. */
export interface BenchChart {
  /** The last candle has changed; the chart draws it in the next frame. */
  update(row: CandleRow): void;
  /** Indices of the candles in view. Fractions are allowed; the view may extend beyond the last candle. */
  seen(): { readonly from: number; readonly to: number };
}

interface ChartSettings {
  readonly up: string;
  readonly down: string;
  readonly ink: string;
  readonly hairline: string;
  readonly surface: string;
}

/**
 * Converts the rows to the library's own format, which is not measured. Returns a function that creates the chart,
 * which is.
 */
export type PrepareChart = (
  rows: readonly CandleRow[],
  settings: ChartSettings,
) => (host: HTMLElement) => BenchChart;

/** Decimals of a price. */
export const DECIMALS = 5;

/** Converts points to the price that other libraries take. */
export const toPrice = (points: number): number => points / 10 ** DECIMALS;

/** Counts of painted frames. */
export interface Followed {
  readonly frames: number;
  /** Frames whose candles in view differ from those of the previous frame. */
  readonly moved: number;
}

/** The page's interface for the bench. */
export interface ChartBench {
  prepare(candles: number): void;
  /** Resolves when the chart has been painted. */
  mount(): Promise<void>;
  /** Changes the last candle once a frame, in `count` frames. */
  tick(count: number): Promise<void>;
  seen(): { readonly from: number; readonly to: number };
  /** Starts to count painted frames. */
  follow(): void;
  followed(): Followed;
  /** Shares of the chart's area in the colours of rising and of falling candles. */
  painted(): { readonly up: number; readonly down: number };
}

/** How mini charts are drawn. `nothing`: no mini chart, but the same frames. */
export type Way = 'product' | 'svg' | 'nothing';

export interface MiniBench {
  /** Mounts and removes ten mini charts, `count` times. */
  rounds(way: Way, count: number): Promise<void>;
  /** Draws those ten and one more, none of them drawn before, and removes all but the last. */
  drawAll(): Promise<void>;
}

/** Three over the candles, two in panes of their own. */
export const FIVE_INDICATORS = ['sma:20', 'ema:50', 'bollinger:20:2', 'rsi:14', 'macd:12:26:9'] as const;

const NEWEST_S = 1_700_000_040;

/** One-minute candles of a random walk in points. The newest candles are the same for every `count`. */
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

/** The candle after another tick. */
export function ticked([time, open, high, low, close, volume]: CandleRow, step: number): CandleRow {
  const next = close + step;
  return [time, open, Math.max(high, next), Math.min(low, next), next, volume + 1];
}
