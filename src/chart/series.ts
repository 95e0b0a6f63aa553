import type { CandleUpdate } from '../../shared/bridge/worker-api.ts';
import {
  CANDLE_COLUMNS,
  type Candles,
  candleIndex,
  createCandles,
  putCandle,
} from '../../shared/domain/candle.ts';

type SeriesChange =
  /** The first candles of this series; all are new. */
  | 'first'
  /** The past changed: older ones came in front, a hole was filled, or one has other prices. */
  | 'merged'
  | 'added'
  /** The newest one has other prices. */
  | 'replaced';

/** The candles of one instrument and period as they come from the engine, in columns that grow. */
export interface Series {
  readonly candles: Candles;
  /** Nothing older exists. */
  readonly complete: boolean;
  /**
   * @param anchor index of a candle that is in view
   * @returns what happened, and where the anchor's candle is now
   */
  apply(update: Exclude<CandleUpdate, { kind: 'failed' }>, anchor: number): Applied;
  noOlder(): void;
}

interface Applied {
  readonly change: SeriesChange;
  readonly anchor: number;
}

export function createSeries(): Series {
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
      const beside = anchor - candleIndex(candles, anchorTime).at;
      complete = update.complete;
      fill(candles, update.columns, update.length);
      return first
        ? { change: 'first', anchor: 0 }
        : { change: 'merged', anchor: candleIndex(candles, anchorTime).at + beside };
    },
    noOlder() {
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
