import { type CandleRow, candleRow } from '../../shared/candle.ts';
import type { Instrument } from '../../shared/instrument.ts';
import { addTick, createMinuteBuilder } from '../../shared/minute-builder.ts';
import { bucketStart, PERIODS, periodSeconds } from '../../shared/period.ts';
import { pointsPerUnit } from '../../shared/price.ts';
import { type MarketRows, ROW, ROW_LENGTH } from '../../worker/socket/market-scanner.ts';
import { createCandleBook } from '../../worker/streams/candle-book.ts';

const DAY_S = 86_400;
const MINUTE_S = 60;

/**
 * The current minute of every instrument, tick by tick, and the worker's books of all six periods for the first of them
 * with a day of minutes before.
 */
export function createCandleWork(instruments: readonly Instrument[]): (rows: MarketRows) => void {
  const builders = new Map<number, ReturnType<typeof createMinuteBuilder>>(
    instruments.map(({ id }) => [id, createMinuteBuilder(16)]),
  );
  const units = new Map<number, number>(
    instruments.map(({ id, precision }) => [id, pointsPerUnit(precision)]),
  );
  const books = PERIODS.map((period) => createCandleBook(periodSeconds(period)));
  let charted = -1;

  function open(timeMs: number, points: number): void {
    const minutes = minutesOfDay(timeMs, points);
    PERIODS.forEach((period, i) => {
      const from = bucketStart(minutes.at(-1)?.[0] ?? 0, periodSeconds(period));
      const inBucket = minutes.filter(([time]) => time >= from);
      const first: CandleRow = [from, points, points, points, points, 1];
      books[i]?.join({ candles: period === '1min' ? minutes : [first], minutes: inBucket });
    });
  }

  return ({ values, count }) => {
    for (let row = 0; row < count; row++) {
      const base = row * ROW_LENGTH;
      const id = values[base + ROW.id] ?? 0;
      const builder = builders.get(id);
      if (builder === undefined) continue;
      const points = Math.round((values[base + ROW.close] ?? 0) * (units.get(id) ?? 1));
      const at = addTick(builder, values[base + ROW.timeMs] ?? 0, points);
      if (row !== 0) continue;
      if (charted < 0) open(values[base + ROW.timeMs] ?? 0, points);
      charted = id;
      for (const book of books) book.put(candleRow(builder.candles, at));
    }
  };
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
