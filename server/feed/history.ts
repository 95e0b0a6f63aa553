import {
  type CandleRow,
  type Candles,
  candleIndex,
  candleRow,
  createCandles,
  foldCandles,
  foldRange,
  putCandle,
} from '../../shared/domain/candle.ts';
import { minutesOf } from '../../shared/domain/minute-builder.ts';
import { bucketStart, periodSeconds, type WirePeriod } from '../../shared/domain/period.ts';
import { type CandleStore, chunkStart } from './candle-store.ts';
import { unpackChunk } from './packing.ts';
import { HOUR_S, MINUTE_S, type Series } from './series.ts';

const DAY_S = 86_400;

/**
 * Candles of any period with time < `end`, oldest first, at most `limit`, from the store and from memory. Periods up to half
 * an hour are folded from minutes, longer ones from hours, which are folded from minutes themselves.
 */
export async function readCandles(
  store: CandleStore,
  series: Series,
  period: WirePeriod,
  end: number,
  limit: number,
): Promise<readonly CandleRow[]> {
  const candles = minutesOf(series.minutes);
  const newest = candles.time[candles.length - 1];
  if (newest === undefined || !(limit >= 1)) return [];
  const seconds = periodSeconds(period);
  const resolutionS = seconds < HOUR_S ? MINUTE_S : HOUR_S;
  const lastBucket = Math.min(bucketStart(Math.ceil(end) - 1, seconds), bucketStart(newest, seconds));
  const toS = lastBucket + seconds;
  const held = await store.range(series.code, resolutionS);
  const oldest = Math.min(held?.firstS ?? newest, candles.time[0] ?? newest, series.hours.time[0] ?? newest);
  for (let windowS = limit * seconds * 2 + 4 * DAY_S; ; windowS *= 3) {
    const fromS = bucketStart(toS - windowS, seconds);
    const base = await readBase(store, series, resolutionS, fromS, toS);
    const folded = seconds === resolutionS ? base : foldCandles(base, seconds);
    if (folded.length >= limit || fromS <= oldest) return lastRows(folded, limit);
  }
}

/** Minutes or hours in [fromS, toS). Reads the store first: candles leave memory only after they were saved. */
async function readBase(
  store: CandleStore,
  series: Series,
  resolutionS: number,
  fromS: number,
  toS: number,
): Promise<Candles> {
  const chunks = await store.load(series.code, resolutionS, chunkStart(fromS, resolutionS), toS);
  const base = createCandles(Math.max(16, chunks.length * 120));
  const inMemory = resolutionS === MINUTE_S ? minutesOf(series.minutes) : series.hours;
  const memoryFrom = inMemory.length > 0 ? (inMemory.time[0] ?? 0) : Number.POSITIVE_INFINITY;
  for (const chunk of chunks) unpackChunk(chunk, base, fromS, Math.min(toS, memoryFrom));
  const first = candleIndex(inMemory, fromS).at;
  const last = candleIndex(inMemory, toS).at;
  for (let i = first; i < last; i++) putCandle(base, candleRow(inMemory, i));
  if (resolutionS === HOUR_S) addUnfoldedHours(base, series, fromS, toS);
  return base;
}

/** Adds hours that are not folded yet, the unfinished one included. */
function addUnfoldedHours(base: Candles, series: Series, fromS: number, toS: number): void {
  const candles = minutesOf(series.minutes);
  let at = candleIndex(candles, Math.max(fromS, series.hoursEndS)).at;
  while (at < candles.length) {
    const hour = bucketStart(candles.time[at] ?? 0, HOUR_S);
    if (hour >= toS) return;
    const next = candleIndex(candles, hour + HOUR_S).at;
    const row = foldRange(candles, at, next, hour);
    if (row) putCandle(base, row);
    at = next;
  }
}

function lastRows(candles: Candles, limit: number): readonly CandleRow[] {
  const rows: CandleRow[] = [];
  for (let i = Math.max(0, candles.length - limit); i < candles.length; i++) rows.push(candleRow(candles, i));
  return rows;
}
