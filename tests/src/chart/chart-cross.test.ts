import { describe, expect, it } from 'vitest';
import { createCandles, putCandle } from '../../../shared/domain/candle.ts';
import { crossAt, crossPrice, movedCross, pointOf } from '../../../src/chart/chart-cross.ts';

const WIDTH = 200;
const candlesOf = (count: number) => {
  const candles = createCandles();
  for (let i = 0; i < count; i++) putCandle(candles, [i * 60, 100, 110, 90, 100 + i, 1]);
  return candles;
};
/** Twenty of fifty candles, each 10 px wide. */
const shown = { candles: candlesOf(50), view: { end: 30, span: 20 } };
/** A pixel is a point, and a pane of indicators fills the rows from 100 to 140. */
const at = {
  left: 0,
  top: 0,
  width: WIDTH,
  height: 100,
  floor: 140,
  from: 10,
  span: 20,
  highest: 200,
  lowest: 100,
};

describe('the crosshair', () => {
  it.each([
    [0, 10],
    [54, 15],
    [56, 16],
    [WIDTH, 30],
    [-500, 0],
    [5_000, 49],
  ])('at %i px is on candle %i', (x, index) => {
    expect(crossAt(shown, { x, y: 7 }, WIDTH)).toEqual({ index, y: 7 });
  });
  it('does not exist without candles', () => {
    expect(crossAt({ ...shown, candles: candlesOf(0) }, { x: 1, y: 1 }, WIDTH)).toBeUndefined();
  });
  it('is in the middle of its candle, and on that candle again', () => {
    for (let index = 10; index <= 30; index++) {
      const point = pointOf({ index, y: 7 }, shown.view, WIDTH);
      expect(point.x).toBeCloseTo((index - 10) * 10, 9);
      expect(crossAt(shown, point, WIDTH)?.index).toBe(index);
    }
  });
  it.each([
    [0, 200],
    [30.4, 170],
    [100, 100],
    // Above the prices, as far as the padding reaches.
    [-9, 200],
    // In the pane of an indicator.
    [101, undefined],
  ])('at row %d is at the price %s', (y, price) => {
    expect(crossPrice({ index: 0, y }, at)).toBe(price);
  });
  it('below the prices of a chart without panes is at the lowest one', () => {
    expect(crossPrice({ index: 0, y: 120 }, { ...at, floor: 100 })).toBe(100);
  });
});

describe('the crosshair moved by keys', () => {
  it('begins at the close of the newest candle in view', () => {
    expect(movedCross(shown, at, { x: 0, y: 0 })).toEqual({ index: 30, y: 70 });
    expect(movedCross({ ...shown, view: { end: 60, span: 20 } }, at, { x: 0, y: 0 }).index).toBe(49);
  });
  it('stays on the candles and among the prices', () => {
    const from = { ...shown, cross: { index: 48, y: 95 } };
    expect(movedCross(from, at, { x: 1, y: 4 })).toEqual({ index: 49, y: 99 });
    expect(movedCross(from, at, { x: 10, y: 40 })).toEqual({ index: 49, y: 100 });
    expect(movedCross(from, at, { x: -100, y: -400 })).toEqual({ index: 0, y: 0 });
  });
});
