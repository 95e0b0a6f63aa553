import { type Candles, candleIndex, createCandles } from '../../shared/domain/candle.ts';
import { bucketStart } from '../../shared/domain/period.ts';
import type { Board } from './board.ts';
import { type CandleStore, chunkStart } from './candle-store.ts';
import { unpackChunk } from './packing.ts';
import { HOUR_S, MINUTE_S, restoreSeries } from './series.ts';

const DAY_S = 86_400;

/** The newest stored candles of an instrument. */
export interface Recalled {
  /** From the last stored day on, or longer ago where hours are missing. */
  readonly minutes: Candles;
  /** Of the last stored block. */
  readonly hours: Candles;
}

/** @param currentS the start of the current minute, epoch seconds: later candles are left out */
export async function recallCandles(store: CandleStore, code: string, currentS: number): Promise<Recalled> {
  const [minutes, hours] = [createCandles(16), createCandles(16)];
  const [minuteRange, hourRange] = [await store.range(code, MINUTE_S), await store.range(code, HOUR_S)];
  if (!minuteRange) return { minutes, hours };
  if (hourRange) {
    const lastS = Math.min(hourRange.lastS, chunkStart(currentS, HOUR_S));
    await read(store, code, HOUR_S, lastS, bucketStart(currentS, HOUR_S), hours);
  }
  const lastHour = hours.time[hours.length - 1] ?? currentS;
  const lastS = Math.min(minuteRange.lastS, chunkStart(currentS, MINUTE_S));
  await read(store, code, MINUTE_S, Math.min(lastS - DAY_S, lastHour), currentS + MINUTE_S, minutes);
  return { minutes, hours };
}

async function read(
  store: CandleStore,
  code: string,
  resolutionS: number,
  fromS: number,
  toS: number,
  into: Candles,
): Promise<void> {
  for (const chunk of await store.load(code, resolutionS, chunkStart(fromS, resolutionS), toS))
    unpackChunk(chunk, into, 0, toS);
}

/** Sets the candles of the instrument at index `at`, and its last price, which is no tick. Without candles nothing changes. */
export function settle(board: Board, at: number, { minutes, hours }: Recalled, nowMs: number): void {
  const series = board.series[at];
  const last = minutes.length - 1;
  const lastS = minutes.time[last];
  if (!series || lastS === undefined) return;
  restoreSeries(series, minutes, hours);
  const firstOfDay = candleIndex(minutes, bucketStart(lastS, DAY_S)).at;
  const timeMs = Math.min(nowMs, lastS * 1000 + 59_999);
  board.recall(at, timeMs, minutes.close[last] ?? 0, minutes.open[firstOfDay] ?? 0);
}
