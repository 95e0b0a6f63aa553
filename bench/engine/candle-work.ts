import {
  type CandleRow,
  candleRow,
  createCandles,
  foldBucket,
  putCandle,
} from '../../shared/domain/candle.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import { addTick, createMinuteBuilder, minutesOf } from '../../shared/domain/minute-builder.ts';
import { bucketStart, periodSeconds, WIRE_PERIODS, type WirePeriod } from '../../shared/domain/period.ts';
import { type CandleBook, createCandleBook } from '../../shared/stream/candle-book.ts';
import type { QuoteTable } from '../../shared/stream/quote-table.ts';

const DAY_S = 86_400;
const MINUTE_S = 60;

/**
 * The current minute of every instrument, tick by tick, and the worker's candle books of all six periods for the first
 * of them, after a day of minutes.
 */
export interface CandleWork {
  /** Processes the quotes at these places of the table. */
  take(touched: Int32Array): void;
  /** @throws when a book's newest candle differs from the candle computed from its minutes */
  check(): void;
}

export function createCandleWork(instruments: readonly Instrument[], table: QuoteTable): CandleWork {
  const [first] = instruments;
  const charted = first === undefined ? -1 : table.place(first.id);
  const builders = instruments.map(() => createMinuteBuilder(16));
  const byPlace = new Map(instruments.map(({ id }, i) => [table.place(id), builders[i]]));
  const places = Array.from({ length: table.count }, (_, place) => byPlace.get(place));
  let chart: Chart | undefined;
  return {
    take(touched) {
      const { timeMs, prices } = table.columns;
      for (const place of touched) {
        const builder = places[place];
        if (builder === undefined) continue;
        const [time, price] = [timeMs[place] ?? Number.NaN, prices[2 * place] ?? Number.NaN];
        const at = addTick(builder, time, price);
        if (place !== charted) continue;
        chart ??= openChart(time, price);
        const minute = candleRow(minutesOf(builder), at);
        for (const { book } of chart.books) book.put(minute);
      }
    },
    check() {
      const minutes = builders[0] && minutesOf(builders[0]);
      if (chart === undefined || minutes === undefined) throw new Error('no chart is open');
      const day = createCandles(2 * (DAY_S / MINUTE_S));
      for (const row of chart.before) putCandle(day, row);
      for (let at = 0; at < minutes.length; at++) putCandle(day, candleRow(minutes, at));
      for (const { period, book } of chart.books) {
        const expected = foldBucket(day, day.time[day.length - 1] ?? 0, periodSeconds(period));
        const newest = candleRow(book.held, book.held.length - 1);
        if (JSON.stringify(newest) !== JSON.stringify(expected))
          throw new Error(`the newest candle of ${period} is ${newest}, its minutes say ${expected}`);
      }
    },
  };
}

interface Chart {
  /** The minutes of the day before the first tick. */
  readonly before: readonly CandleRow[];
  readonly books: readonly { readonly period: WirePeriod; readonly book: CandleBook }[];
}

function openChart(timeMs: number, points: number): Chart {
  const before = minutesOfDay(timeMs, points);
  const books = WIRE_PERIODS.map((period) => {
    const book = createCandleBook(periodSeconds(period));
    const from = bucketStart(before.at(-1)?.[0] ?? 0, periodSeconds(period));
    const inBucket = before.filter(([time]) => time >= from);
    const first: CandleRow = [from, points, points, points, points, 1];
    book.join({ candles: period === '1min' ? before : [first], minutes: inBucket });
    return { period, book };
  });
  return { before, books };
}

function minutesOfDay(timeMs: number, points: number): readonly CandleRow[] {
  const now = Math.floor(timeMs / 1000);
  const start = bucketStart(now, DAY_S);
  const count = Math.floor((now - start) / MINUTE_S);
  return Array.from({ length: count }, (_, i): CandleRow => {
    const swing = (i % 7) * 3;
    return [start + i * MINUTE_S, points, points + swing, points - swing, points + 1, 60];
  });
}
