import {
  type CandleRow,
  type Candles,
  candleIndex,
  candleRow,
  createCandles,
  foldBucket,
  putCandle,
} from '../../../shared/domain/candle.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { minutesOf } from '../../../shared/domain/minute-builder.ts';
import { bucketStart } from '../../../shared/domain/period.ts';
import type { Clock } from '../../clock.ts';
import type { Board } from '../board.ts';
import { type CandleStore, chunkSpan, chunkStart } from '../candle-store.ts';
import { packChunks, unpackChunk } from '../packing.ts';
import { recallCandles, settle } from '../recall.ts';
import { MINUTES_KEPT_S, type Saver } from '../saver.ts';
import { HOUR_S, MINUTE_S } from '../series.ts';
import { pointsOf } from './source-frames.ts';

/*
 * Minutes of the past that a source sends: only those that are not stored yet are taken.
 */

export interface Backfill {
  /** @param rows `[Time, Open, High, Low, Close, Volume]`, as sent. @returns how many of them are malformed */
  add(at: number, rows: readonly unknown[]): number;
  /** Resolves when all that was added is stored. */
  idle(): Promise<void>;
}

interface BackfillDeps {
  readonly board: Board;
  readonly store: CandleStore;
  readonly saver: Pick<Saver, 'saveAll'>;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
}

export function createBackfill({ board, store, saver, clock, report }: BackfillDeps): Backfill {
  let last: Promise<void> = Promise.resolve();
  const merge = async (at: number, rows: readonly CandleRow[]): Promise<void> => {
    const [entry, series] = [board.entries[at], board.series[at]];
    if (!entry || !series) return;
    const nowS = Math.floor(clock.wall() / 1_000);
    await saver.saveAll(nowS * 1_000);
    const stored: Stored[] = [];
    for (const startS of new Set(rows.map(([time]) => chunkStart(time, MINUTE_S))))
      stored.push(await load(store, entry.code, startS));
    const recalled = await recallCandles(store, entry.code, bucketStart(nowS, MINUTE_S));
    // No `await` from here to the save: ticks have come during those above, and what is in memory is newer than the store.
    const inMemory = minutesOf(series.minutes);
    for (let i = 0; i < inMemory.length; i++) putCandle(recalled.minutes, candleRow(inMemory, i));
    const chunks = stored.flatMap((block) => {
      const taken = takeInto(block, inMemory, rows);
      if (taken.length === 0) return [];
      // A block that is partly in memory is saved from there.
      const firstS = chunkStart(recalled.minutes.time[0] ?? Number.POSITIVE_INFINITY, MINUTE_S);
      for (const row of taken) if (row[0] >= firstS) putCandle(recalled.minutes, row);
      for (const hour of foldTaken(block, taken, nowS))
        if (hour[0] >= (recalled.hours.time[0] ?? Number.POSITIVE_INFINITY)) putCandle(recalled.hours, hour);
      return [
        ...packChunks(entry.code, MINUTE_S, block.minutes, block.startS),
        ...packChunks(entry.code, HOUR_S, block.hours, chunkStart(block.startS, HOUR_S)),
      ];
    });
    if (chunks.length === 0) return;
    const quote = board.view.quote(instrumentId(entry.id));
    settle(board, at, recalled, quote?.time ?? nowS * 1_000);
    // Not all that is in memory is stored.
    series.savedS = Math.min(series.savedS, bucketStart(nowS, MINUTE_S) - MINUTE_S);
    series.savedVolume = NOT_SAVED;
    await store.save(chunks);
  };
  return {
    add(at, rows) {
      const nowS = Math.floor(clock.wall() / 1_000);
      const currentS = bucketStart(nowS, MINUTE_S);
      const read: CandleRow[] = [];
      let malformed = 0;
      for (const row of rows) {
        const candle = readMinute(row, board.entries[at]?.precision ?? 0);
        if (candle === undefined) malformed++;
        // The current minute is made of ticks; older ones than are kept would be deleted tonight.
        else if (candle[0] < currentS && candle[0] > nowS - MINUTES_KEPT_S) read.push(candle);
      }
      if (read.length > 0) last = last.then(() => merge(at, read)).catch(report);
      return malformed;
    },
    idle: () => last,
  };
}

const NOT_SAVED = -1;

/** A block of minutes and the block of hours around it. */
interface Stored {
  readonly startS: number;
  readonly minutes: Candles;
  readonly hours: Candles;
}

async function load(store: CandleStore, code: string, startS: number): Promise<Stored> {
  const [minutes, hours] = [createCandles(128), createCandles(128)];
  const endS = startS + chunkSpan(MINUTE_S);
  for (const chunk of await store.load(code, MINUTE_S, startS, endS)) unpackChunk(chunk, minutes, 0, endS);
  const hourStartS = chunkStart(startS, HOUR_S);
  for (const chunk of await store.load(code, HOUR_S, hourStartS, hourStartS + 1))
    unpackChunk(chunk, hours, 0, Number.POSITIVE_INFINITY);
  return { startS, minutes, hours };
}

/** Puts those rows into a block for which neither it nor the memory has a candle. @returns them */
function takeInto(
  { startS, minutes, hours }: Stored,
  inMemory: Candles,
  rows: readonly CandleRow[],
): readonly CandleRow[] {
  const endS = startS + chunkSpan(MINUTE_S);
  for (let i = candleIndex(inMemory, startS).at; i < inMemory.length && (inMemory.time[i] ?? 0) < endS; i++)
    putCandle(minutes, candleRow(inMemory, i));
  return rows.filter((row) => {
    const [time] = row;
    if (time < startS || time >= endS || candleIndex(minutes, time).found) return false;
    const hour = bucketStart(time, HOUR_S);
    // An hour whose minutes were deleted is complete.
    if (candleIndex(hours, hour).found && !hasHour(minutes, hour)) return false;
    putCandle(minutes, row);
    return true;
  });
}

/** The finished hours that have changed, which it puts into the block. */
function foldTaken({ minutes, hours }: Stored, taken: readonly CandleRow[], nowS: number): CandleRow[] {
  const changed: CandleRow[] = [];
  for (const hour of new Set(taken.map(([time]) => bucketStart(time, HOUR_S)))) {
    const row = hour < bucketStart(nowS, HOUR_S) ? foldBucket(minutes, hour, HOUR_S) : undefined;
    if (row === undefined) continue;
    putCandle(hours, row);
    changed.push(row);
  }
  return changed;
}

const hasHour = (minutes: Candles, hour: number): boolean => {
  const { at } = candleIndex(minutes, hour);
  return at < minutes.length && (minutes.time[at] ?? 0) < hour + HOUR_S;
};

/** @returns undefined for a malformed one */
export function readMinute(row: unknown, precision: number): CandleRow | undefined {
  if (!Array.isArray(row) || row.length !== 6) return undefined;
  const [time, ...rest] = row as unknown[];
  const [open, high, low, close] = rest.slice(0, 4).map((sent) => pointsOf(textOf(sent), precision));
  const volume = rest[4];
  if (typeof time !== 'number' || !Number.isInteger(time) || time <= 0 || time % MINUTE_S !== 0)
    return undefined;
  if (open === undefined || high === undefined || low === undefined || close === undefined) return undefined;
  if (typeof volume !== 'number' || !Number.isSafeInteger(volume) || volume < 0) return undefined;
  if (high < Math.max(open, close) || low > Math.min(open, close)) return undefined;
  return [time, open, high, low, close, volume];
}

/** Prices of minutes may also come as numbers. */
const textOf = (sent: unknown): unknown => (typeof sent === 'number' ? String(sent) : sent);
