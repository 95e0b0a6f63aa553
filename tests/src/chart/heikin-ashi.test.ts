import { describe, expect, it } from 'vitest';
import { type CandleRow, candleRow, createCandles, putCandle } from '../../../shared/domain/candle.ts';
import { takeHeikinAshi } from '../../../src/chart/heikin-ashi.ts';

const candlesOf = (rows: readonly CandleRow[]) => {
  const candles = createCandles(4);
  for (const row of rows) putCandle(candles, row);
  return candles;
};

const ROWS: readonly CandleRow[] = [
  [0, 100, 110, 90, 104, 1],
  [60, 104, 120, 100, 116, 2],
  [120, 130, 140, 128, 138, 3],
  [180, 138, 139, 60, 64, 4],
  [240, 20, 25, 15, 22, 5],
];

describe('Heikin-Ashi', () => {
  it.each([
    [0, [0, 102, 110, 90, 101, 1]],
    [1, [60, 101.5, 120, 100, 110, 2]],
    // A gap up: the body begins below the candle's low.
    [2, [120, 105.75, 140, 105.75, 134, 3]],
    [3, [180, 119.875, 139, 60, 100.25, 4]],
    // A gap down: the body begins above the candle's high.
    [4, [240, 110.0625, 110.0625, 15, 20.5, 5]],
  ])('of candle %i', (at, row) => {
    const out = createCandles(1);
    takeHeikinAshi(out, candlesOf(ROWS), 0);
    expect(candleRow(out, at)).toEqual(row);
  });

  it('continues from the candle that changed, in columns that grow', () => {
    const candles = candlesOf(ROWS.slice(0, 3));
    const out = createCandles(1);
    takeHeikinAshi(out, candles, 0);
    putCandle(candles, [120, 130, 150, 128, 129, 9]);
    takeHeikinAshi(out, candles, 2);
    for (let i = 3; i < 9; i++) {
      putCandle(candles, [i * 60, 100 + i, 110 + i, 90 + i, 104 + i, 1]);
      takeHeikinAshi(out, candles, i);
    }
    const whole = createCandles(1);
    takeHeikinAshi(whole, candles, 0);
    for (let i = 0; i < 9; i++) expect(candleRow(out, i)).toEqual(candleRow(whole, i));
  });
});
