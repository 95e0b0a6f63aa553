import type { CandleUpdate } from '../../shared/bridge/worker-api.ts';
import {
  CANDLE_COLUMNS,
  type Candles,
  candleIndex,
  createCandles,
  putCandle,
} from '../../shared/domain/candle.ts';

type SeriesChange =
  /** The first candles of this series. */
  | 'first'
  /** The past changed: older candles were added, a gap was filled, or an older candle was corrected. */
  | 'merged'
  | 'added'
  /** The newest candle has new prices. */
  | 'replaced';

/** The candles of one instrument and period as the worker sends them, in growable columns. */
export interface CandleSeries {
  readonly candles: Candles;
  /** No older candles exist. */
  readonly complete: boolean;
  /**
   * @param anchor index of a candle that is in view
   * @returns the kind of change, and the new index of the anchor's candle
   */
  apply(update: Exclude<CandleUpdate, { kind: 'failed' }>, anchor: number): Applied;
  markComplete(): void;
}

interface Applied {
  readonly change: SeriesChange;
  readonly anchor: number;
}

export function createCandleSeries(): CandleSeries {
  const candles = createCandles();
  let complete = false;
  return {
    candles,
    get complete() {
      return complete;
    },
    apply(update, anchor) {
      if (update.kind === 'put') {
        const { at } = candleIndex(candles, update.row[0]);
        const change = putCandle(candles, update.row);
        if (change === 'replaced' && at < candles.length - 1) return { change: 'merged', anchor };
        return { change, anchor: change === 'added' && at <= anchor ? anchor + 1 : anchor };
      }
      const first = candles.length === 0;
      const anchorTime = candles.time[Math.min(Math.max(anchor, 0), candles.length - 1)] ?? 0;
      // A view may begin before the first candle or end after the last.
      const offset = anchor - candleIndex(candles, anchorTime).at;
      complete = update.complete;
      fill(candles, update.columns, update.length);
      return first
        ? { change: 'first', anchor: 0 }
        : { change: 'merged', anchor: candleIndex(candles, anchorTime).at + offset };
    },
    markComplete() {
      complete = true;
    },
  };
}

function fill(candles: Candles, columns: Float64Array, length: number): void {
  const room =
    candles.time.length >= length ? candles.time.length : Math.max(length, candles.time.length * 2);
  CANDLE_COLUMNS.forEach((name, i) => {
    if (candles[name].length < room) candles[name] = new Float64Array(room);
    candles[name].set(columns.subarray(i * length, (i + 1) * length));
  });
  candles.length = length;
}
