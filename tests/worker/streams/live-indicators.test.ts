import { describe, expect, test } from 'vitest';
import type { CandleUpdate } from '../../../shared/bridge/worker-api.ts';
import { type CandleRow, createCandles, putCandle } from '../../../shared/domain/candle.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { createNamedSeries } from '../../../shared/indicators/named-series.ts';
import { openKlineExchange } from '../helpers/kline-exchange.ts';
import { collect } from '../helpers/scripted-engine.ts';

const EURUSD = instrumentId(1);
const NAMES = ['sma:20', 'ema:9', 'bollinger:20:2', 'rsi:14', 'macd:12:26:9', 'atr:14', 'vwap'];
const WIDTH = 11;

/** What a viewer has: rows and, for each, its values, put together from the updates as the page does. */
function viewerOf(stream: unknown, width = WIDTH) {
  const seen = { resets: 0, puts: 0, refusals: [] as number[] };
  let rows: CandleRow[] = [];
  let values: (readonly number[])[] = [];
  const take = (update: CandleUpdate) => {
    switch (update.kind) {
      case 'failed':
        seen.refusals.push(update.code);
        return;
      case 'reset': {
        const { length, columns } = update;
        seen.resets++;
        expect(update.values).toHaveLength(width * length);
        const columnOf = (all: Float64Array, at: number, count: number) =>
          Array.from({ length: count }, (_, column) => all[column * length + at] ?? Number.NaN);
        rows = Array.from({ length }, (_, at) => columnOf(columns, at, 6) as unknown as CandleRow);
        values = rows.map((_, at) => columnOf(update.values, at, width));
        return;
      }
      case 'put': {
        seen.puts++;
        const found = rows.findIndex(([time]) => time === update.row[0]);
        const at = found < 0 ? rows.length : found;
        rows[at] = update.row;
        values[at] = update.values;
      }
    }
  };
  (stream as { subscribe(next: typeof take): unknown }).subscribe(take);
  return { seen, rows: () => rows, values: () => values };
}

/** The values of the rows, computed in one go. */
function inOneGo(
  rows: readonly CandleRow[],
  names: readonly string[] = NAMES,
): readonly (readonly number[])[] {
  const candles = createCandles();
  for (const row of rows) putCandle(candles, row);
  const series = createNamedSeries(names);
  if (!series.ok) throw new Error(series.error);
  const { width } = series.value;
  const columns = series.value.reset(candles);
  return rows.map((_, at) =>
    Array.from({ length: width }, (_none, column) => columns[column * rows.length + at] ?? Number.NaN),
  );
}

/** Minutes with missing ones, from shortly before the end of a day. */
function history(count: number): readonly CandleRow[] {
  let time = 1_700_006_400 - Math.floor(count / 2) * 60;
  return Array.from({ length: count }, (_, i) => {
    time += i % 17 === 0 ? 180 : 60;
    const price = 110_000 + ((i * 7_919) % 613);
    return [time, price, price + (i % 5), price - (i % 7), price - (i % 3), 1 + (i % 9)];
  });
}

describe('indicators of a chart', () => {
  test('cost one update of one candle a tick, and come again as a whole when an earlier candle changed', async () => {
    const exchange = await openKlineExchange(history(60));
    const viewer = viewerOf(exchange.engine.candles(EURUSD, '1min', NAMES));
    const plain = viewerOf(exchange.engine.candles(EURUSD, '1min'), 0);
    await exchange.begin();
    for (let i = 0; i < 5; i++) exchange.tick(i % 2, 110_000 + i);
    expect(viewer.seen).toEqual({ resets: 1, puts: 6, refusals: [] });
    exchange.lateTick(110_900);
    expect(viewer.seen).toEqual({ resets: 2, puts: 6, refusals: [] });
    expect(plain.seen).toEqual({ resets: 1, puts: 7, refusals: [] });
  });

  test('are each viewer’s own, while the candles are loaded once', async () => {
    const exchange = await openKlineExchange(history(60));
    const one = viewerOf(exchange.engine.candles(EURUSD, '1min', ['sma:5']), 1);
    const other = viewerOf(exchange.engine.candles(EURUSD, '1min', ['ema:5', 'rsi:3']), 2);
    await exchange.begin();
    exchange.tick(1, 110_500);
    expect(exchange.answers.asked).toBe(1);
    expect(one.values()).toEqual(inOneGo(one.rows(), ['sma:5']));
    expect(other.values()).toEqual(inOneGo(other.rows(), ['ema:5', 'rsi:3']));
  });

  test('with a wrong name are refused, and nothing stays of it', async () => {
    const exchange = await openKlineExchange(history(60));
    const good = viewerOf(exchange.engine.candles(EURUSD, '1min', ['sma:5']), 1);
    await exchange.begin();
    const updates = collect<CandleUpdate>(
      exchange.engine.candles(EURUSD, '5min', ['sma:5', 'sma:0']) as never,
    );
    await exchange.env.settle();
    expect(updates).toEqual([
      { kind: 'failed', code: 4000, message: expect.stringContaining('sma:0: a length is a whole number') },
    ]);
    exchange.tick(1, 110_500);
    expect(updates).toHaveLength(1);
    expect(await exchange.engine.olderCandles(EURUSD, '5min')).toMatchObject({ ok: false });
    expect(good.values()).toEqual(inOneGo(good.rows(), ['sma:5']));
  });
});
