import {
  type CandleRow,
  type Candles,
  candleIndex,
  createCandles,
  growCandles,
  trimCandles,
  widened,
} from './candle.ts';
import { bucketStart } from './period.ts';

/**
 * Builds one-minute candles from ticks, and counts dropped ticks. The newest minute, which takes nearly every tick, is in
 * a row of its own: eight columns of all ticking instruments would exceed a processor's caches.
 */
export interface MinuteBuilder {
  /** The newest minute; see `AT`. */
  readonly newest: Float64Array;
  /** The index of the newest minute, -1 before the first tick. */
  last: number;
  /** Read it through `minutesOf`: of the newest minute only the time is always here. */
  readonly columns: Candles;
  /** Times in ms of each held candle's first and last tick, to place late ticks. */
  firstMs: Float64Array;
  lastMs: Float64Array;
  dropped: number;
}

/** Places in the row of a minute; from `open` on they are a candle's. */
const AT = { startMs: 0, firstMs: 1, lastMs: 2, open: 3, high: 4, low: 5, close: 6, volume: 7 } as const;
const ROW_LENGTH = 8;

const MINUTE = 60;
const MINUTE_MS = 60_000;

export const createMinuteBuilder = (capacity = 512): MinuteBuilder => ({
  newest: new Float64Array(ROW_LENGTH).fill(Number.NaN),
  last: -1,
  columns: createCandles(capacity),
  firstMs: new Float64Array(capacity),
  lastMs: new Float64Array(capacity),
  dropped: 0,
});

/** The current candles. A later call returns the same columns, or wider ones. */
export function minutesOf(builder: MinuteBuilder): Candles {
  if (builder.last >= 0) write(builder, builder.last, builder.newest);
  return builder.columns;
}

/**
 * Takes a tick (epoch ms, points). A tick older than the last candle amends its own candle if that is held, otherwise it is
 * dropped and counted. Ticks of the same ms count in order of arrival.
 * @returns the index of the candle that changed, or -1 for a dropped tick
 */
export function addTick(builder: MinuteBuilder, timeMs: number, price: number): number {
  const { newest } = builder;
  const sinceNewestMs = timeMs - (newest[AT.startMs] ?? Number.NaN);
  if (sinceNewestMs < 0) return addLate(builder, timeMs, price);
  if (sinceNewestMs < MINUTE_MS) {
    amend(newest, timeMs, price);
  } else {
    begin(builder, bucketStart(Math.floor(timeMs / 1_000), MINUTE), timeMs);
    newest[AT.open] = price;
    newest[AT.high] = price;
    newest[AT.low] = price;
    newest[AT.close] = price;
    newest[AT.volume] = 1;
  }
  return builder.last;
}

/** Appends a whole minute; later ticks of it are added to it. */
export function addMinute(builder: MinuteBuilder, [start, ...values]: CandleRow): void {
  begin(builder, start, start * 1_000);
  builder.newest.set(values, AT.open);
}

/**
 * Keeps the newest candles.
 * @param keep number of candles, at least 1
 */
export function trimBuilder(builder: MinuteBuilder, keep: number): void {
  const { length } = builder.columns;
  const surplus = length - keep;
  if (surplus <= 0) return;
  builder.firstMs.copyWithin(0, surplus, length);
  builder.lastMs.copyWithin(0, surplus, length);
  trimCandles(builder.columns, keep);
  builder.last = keep - 1;
}

/** All that a builder holds, as rows of `ROW_LENGTH` numbers: for a copy elsewhere, made by `builderOf`. */
export function rowsOf(builder: MinuteBuilder): Float64Array {
  const { length } = minutesOf(builder);
  const rows = new Float64Array(length * ROW_LENGTH);
  for (let at = 0; at < length; at++) rows.set(read(builder, at), at * ROW_LENGTH);
  return rows;
}

/** The builder whose rows these are. */
export function builderOf(rows: Float64Array): MinuteBuilder {
  const length = Math.floor(rows.length / ROW_LENGTH);
  const builder = createMinuteBuilder(Math.max(16, length));
  for (let at = 0; at < length; at++) {
    const row = rows.subarray(at * ROW_LENGTH, (at + 1) * ROW_LENGTH);
    begin(builder, (row[AT.startMs] ?? 0) / 1_000, 0);
    builder.newest.set(row);
  }
  return builder;
}

/** Takes a tick of the minute in `row`. */
function amend(row: Float64Array, timeMs: number, price: number): void {
  if (price > (row[AT.high] ?? 0)) row[AT.high] = price;
  else if (price < (row[AT.low] ?? 0)) row[AT.low] = price;
  if (timeMs >= (row[AT.lastMs] ?? 0)) {
    row[AT.close] = price;
    row[AT.lastMs] = timeMs;
  } else if (timeMs < (row[AT.firstMs] ?? 0)) {
    row[AT.open] = price;
    row[AT.firstMs] = timeMs;
  }
  row[AT.volume] = (row[AT.volume] ?? 0) + 1;
}

function addLate(builder: MinuteBuilder, timeMs: number, price: number): number {
  const { at, found } = candleIndex(builder.columns, bucketStart(Math.floor(timeMs / 1_000), MINUTE));
  if (!found) {
    builder.dropped++;
    return -1;
  }
  const row = read(builder, at);
  amend(row, timeMs, price);
  write(builder, at, row);
  return at;
}

/** Stores the newest minute and starts the next one in its row; the caller sets prices and volume. */
function begin(builder: MinuteBuilder, start: number, timeMs: number): void {
  const { columns, newest } = builder;
  if (builder.last >= 0) write(builder, builder.last, newest);
  const at = ++builder.last;
  if (at === columns.time.length) grow(builder);
  columns.time[at] = start;
  columns.length = at + 1;
  newest[AT.startMs] = start * 1_000;
  newest[AT.firstMs] = timeMs;
  newest[AT.lastMs] = timeMs;
}

function read({ columns, firstMs, lastMs }: MinuteBuilder, at: number): Float64Array {
  const row = new Float64Array(ROW_LENGTH);
  row[AT.startMs] = (columns.time[at] ?? 0) * 1_000;
  row[AT.firstMs] = firstMs[at] ?? 0;
  row[AT.lastMs] = lastMs[at] ?? 0;
  row[AT.open] = columns.open[at] ?? 0;
  row[AT.high] = columns.high[at] ?? 0;
  row[AT.low] = columns.low[at] ?? 0;
  row[AT.close] = columns.close[at] ?? 0;
  row[AT.volume] = columns.volume[at] ?? 0;
  return row;
}

function write({ columns, firstMs, lastMs }: MinuteBuilder, at: number, row: Float64Array): void {
  firstMs[at] = row[AT.firstMs] ?? 0;
  lastMs[at] = row[AT.lastMs] ?? 0;
  columns.open[at] = row[AT.open] ?? 0;
  columns.high[at] = row[AT.high] ?? 0;
  columns.low[at] = row[AT.low] ?? 0;
  columns.close[at] = row[AT.close] ?? 0;
  columns.volume[at] = row[AT.volume] ?? 0;
}

function grow(builder: MinuteBuilder): void {
  growCandles(builder.columns);
  builder.firstMs = widened(builder.firstMs);
  builder.lastMs = widened(builder.lastMs);
}
