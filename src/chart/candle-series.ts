import type { CandleUpdate } from '../../shared/bridge/worker-api.ts';
import {
  CANDLE_COLUMNS,
  type CandleRow,
  type Candles,
  candleIndex,
  candleRow,
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
  /** Values of the indicators, one column each, with room like the candles'. */
  readonly values: readonly Float64Array[];
  /** No older candles exist. */
  readonly complete: boolean;
  /**
   * @param anchor index of a candle that is in view
   * @returns the kind of change, and the new index of the anchor's candle
   */
  apply(update: Exclude<CandleUpdate, { kind: 'failed' }>, anchor: number): Applied;
  /** Shows the newest candle at this price. Its own prices come back with no price, and with `apply`. */
  showAt(close: number | undefined): void;
  markComplete(): void;
}

interface Applied {
  readonly change: SeriesChange;
  readonly anchor: number;
}

/** @param width number of columns of indicators */
export function createCandleSeries(width = 0): CandleSeries {
  const candles = createCandles();
  const values: Float64Array[] = Array.from({ length: width }, () => new Float64Array(candles.time.length));
  let complete = false;
  /** The newest candle as it came, while it is shown at another price. */
  let own: CandleRow | undefined;
  const restore = () => {
    if (own) putCandle(candles, own);
    own = undefined;
  };
  return {
    candles,
    values,
    get complete() {
      return complete;
    },
    showAt(close) {
      restore();
      const newest = candles.length - 1;
      if (close === undefined || newest < 0 || close === candles.close[newest]) return;
      own = candleRow(candles, newest);
      const [time, open, high, low, , volume] = own;
      putCandle(candles, [time, open, Math.max(high, close), Math.min(low, close), close, volume]);
    },
    apply(update, anchor) {
      restore();
      if (update.kind === 'put') {
        const { at } = candleIndex(candles, update.row[0]);
        const change = putCandle(candles, update.row);
        putValues(values, candles, update.values, at, change);
        if (change === 'replaced' && at < candles.length - 1) return { change: 'merged', anchor };
        return { change, anchor: change === 'added' && at <= anchor ? anchor + 1 : anchor };
      }
      const first = candles.length === 0;
      const anchorTime = candles.time[Math.min(Math.max(anchor, 0), candles.length - 1)] ?? 0;
      // A view may begin before the first candle or end after the last.
      const offset = anchor - candleIndex(candles, anchorTime).at;
      complete = update.complete;
      fill(candles, update.columns, update.length);
      for (const [i, column] of values.entries()) {
        const room = roomy(column, candles);
        room.set(update.values.subarray(i * candles.length, (i + 1) * candles.length));
        values[i] = room;
      }
      return first
        ? { change: 'first', anchor: 0 }
        : { change: 'merged', anchor: candleIndex(candles, anchorTime).at + offset };
    },
    markComplete() {
      complete = true;
    },
  };
}

/** The column with room for all candles. */
function roomy(column: Float64Array, { time }: Candles): Float64Array {
  if (column.length >= time.length) return column;
  const wider = new Float64Array(time.length);
  wider.set(column);
  return wider;
}

function putValues(
  values: Float64Array[],
  candles: Candles,
  row: readonly number[],
  at: number,
  change: 'added' | 'replaced',
): void {
  for (const [i, column] of values.entries()) {
    const room = roomy(column, candles);
    if (change === 'added') room.copyWithin(at + 1, at, candles.length - 1);
    room[at] = row[i] ?? Number.NaN;
    values[i] = room;
  }
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
