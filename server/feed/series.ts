import {
  type Candles,
  candleIndex,
  candleRow,
  createCandles,
  foldBucket,
  putCandle,
  trimCandles,
} from '../../shared/domain/candle.ts';
import {
  addMinute,
  createMinuteBuilder,
  type MinuteBuilder,
  minutesOf,
  trimBuilder,
} from '../../shared/domain/minute-builder.ts';
import { bucketStart } from '../../shared/domain/period.ts';
import { CHUNK_CANDLES, type Chunk, chunkStart } from './candle-store.ts';
import { packChunks } from './packing.ts';

export const HOUR_S = 3_600;
export const MINUTE_S = 60;

/** The newest candles of one instrument, in memory; older ones are in the store. */
export interface Series {
  readonly code: string;
  /** The newest minutes: at least the unfinished block, the unfinished hour, and those of a sparkline. */
  minutes: MinuteBuilder;
  /** Finished hours of the unfinished block. */
  hours: Candles;
  /** Start of the first hour that is neither in `hours` nor in the store. */
  hoursEndS: number;
  /** Time and volume of the last minute when it was last saved. */
  savedS: number;
  savedVolume: number;
}

const KEPT_MINUTES = CHUNK_CANDLES + 60;

export const emptySeries = (code: string): Series => ({
  code,
  minutes: createMinuteBuilder(16),
  hours: createCandles(16),
  hoursEndS: 0,
  savedS: 0,
  savedVolume: 0,
});

/** Restores a series from complete candles, which count as saved. */
export function restoreSeries(series: Series, minutes: Candles, hours: Candles): void {
  series.minutes = createMinuteBuilder(KEPT_MINUTES + CHUNK_CANDLES);
  const from = Math.max(0, minutes.length - KEPT_MINUTES);
  for (let i = from; i < minutes.length; i++) addMinute(series.minutes, candleRow(minutes, i));
  series.hours = createCandles(16);
  const lastHour = hours.time[hours.length - 1];
  const blockS = lastHour === undefined ? 0 : chunkStart(lastHour, HOUR_S);
  for (let i = 0; i < hours.length; i++) {
    if ((hours.time[i] ?? 0) >= blockS) putCandle(series.hours, candleRow(hours, i));
  }
  series.hoursEndS = lastHour === undefined ? 0 : lastHour + HOUR_S;
  const last = minutes.length - 1;
  series.savedS = minutes.time[last] ?? 0;
  series.savedVolume = minutes.volume[last] ?? 0;
}

/** Folds the minutes of all hours finished before `nowS`. @returns the start of the first hour added */
export function foldHours(minutes: Candles, hours: Candles, fromS: number, nowS: number): number | undefined {
  let first: number | undefined;
  const firstMinute = minutes.time[0];
  if (firstMinute === undefined || minutes.length === 0) return undefined;
  const currentS = bucketStart(nowS, HOUR_S);
  for (
    let hour: number = bucketStart(Math.max(fromS, firstMinute), HOUR_S);
    hour < currentS;
    hour += HOUR_S
  ) {
    const row = foldBucket(minutes, hour, HOUR_S);
    if (!row) continue;
    putCandle(hours, row);
    first ??= hour;
  }
  return first;
}

/** Blocks with new candles. */
export interface Unsaved {
  readonly chunks: readonly Chunk[];
  /** Call when they are stored: frees memory. */
  confirm(): void;
}

/** Everything since the last save, hours finished by `nowS` included. */
export function unsaved(series: Series, nowS: number): Unsaved {
  const candles = minutesOf(series.minutes);
  const last = candles.length - 1;
  const [lastS, volume] = [candles.time[last] ?? 0, candles.volume[last] ?? 0];
  const changed = last >= 0 && (lastS !== series.savedS || volume !== series.savedVolume);
  const fromS = Math.max(series.savedS, candles.time[0] ?? 0);
  const chunks = changed ? packChunks(series.code, MINUTE_S, candles, fromS) : [];
  const firstHour = foldHours(candles, series.hours, series.hoursEndS, nowS);
  if (firstHour !== undefined) chunks.push(...packChunks(series.code, HOUR_S, series.hours, firstHour));
  const hours = series.hours.length;
  return { chunks, confirm: () => confirmSaved(series, lastS, volume, series.hours.time[hours - 1]) };
}

/** Does to a copy of a series what a save does to its source: folds the hours finished by `nowS` and frees memory. */
export function followSave(series: Series, nowS: number): void {
  const candles = minutesOf(series.minutes);
  const last = candles.length - 1;
  foldHours(candles, series.hours, series.hoursEndS, nowS);
  const lastHour = series.hours.time[series.hours.length - 1];
  confirmSaved(series, candles.time[last] ?? 0, candles.volume[last] ?? 0, lastHour);
}

function confirmSaved(series: Series, lastS: number, volume: number, lastHour: number | undefined): void {
  series.savedS = lastS;
  series.savedVolume = volume;
  if (minutesOf(series.minutes).length > KEPT_MINUTES + CHUNK_CANDLES / 2)
    trimBuilder(series.minutes, KEPT_MINUTES);
  if (lastHour === undefined) return;
  series.hoursEndS = lastHour + HOUR_S;
  const { hours } = series;
  const stale = candleIndex(hours, chunkStart(lastHour, HOUR_S)).at;
  trimCandles(hours, hours.length - stale);
}
