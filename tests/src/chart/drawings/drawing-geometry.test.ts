import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCandles, putCandle } from '../../../../shared/domain/candle.ts';
import { price } from '../../../../shared/domain/price.ts';
import {
  distance,
  dragged,
  type Grid,
  indexOfTime,
  LEVELS,
  levelPrice,
  outlineOf,
  partAt,
  snapped,
  timeOfIndex,
} from '../../../../src/chart/drawings/drawing-geometry.ts';
import type { Drawing } from '../../../../src/state/drawings.ts';

/** Ten candles an hour apart, with a night of 14 hours after the fifth; 10 px a candle, 1 px a point. */
function gridOf(times = [0, 1, 2, 3, 4, 18, 19, 20, 21, 22].map((hour) => hour * 3600)): Grid {
  const candles = createCandles();
  for (const time of times) putCandle(candles, [time, 100, 150, 50, 100, 1]);
  return {
    candles,
    periodS: 3600,
    at: {
      left: 0,
      top: 0,
      width: 200,
      height: 200,
      floor: 200,
      from: -0.5,
      span: 20,
      lowest: 0,
      highest: 200,
    },
  };
}

const grid = gridOf();
const trend: Drawing = {
  kind: 'trend',
  from: { time: 3600, price: price(100) },
  to: { time: 18 * 3600, price: price(140) },
};

describe('times and indices', () => {
  it.each([
    ['a candle', 3600, 1],
    ['halfway between two candles', 1.5 * 3600, 1.5],
    ['in the night, by its part of the night', 11 * 3600, 4.5],
    ['after the newest candle', 25 * 3600, 12],
    ['before the oldest candle', -2 * 3600, -2],
  ])('%s', (_, time, index) => {
    expect(indexOfTime(grid, time)).toBeCloseTo(index, 9);
  });

  it('are the same there and back, on every candle and beyond', () => {
    fc.assert(
      fc.property(fc.integer({ min: -50, max: 60 }), (index) => {
        expect(indexOfTime(grid, timeOfIndex(grid, index))).toBeCloseTo(index, 9);
      }),
    );
  });

  it('rise together, in candles of any spacing', () => {
    const gaps = fc.array(fc.integer({ min: 60, max: 400_000 }), { minLength: 1, maxLength: 30 });
    const time = fc.integer({ min: -1_000_000, max: 9_000_000 });
    fc.assert(
      fc.property(gaps, time, time, (lengths, a, b) => {
        fc.pre(a < b);
        let now = 0;
        const any = gridOf(lengths.map((gap) => (now += gap)));
        expect(indexOfTime(any, a)).toBeLessThan(indexOfTime(any, b));
      }),
    );
  });

  it('of a chart without candles are no error', () => {
    const none = gridOf([]);
    expect([indexOfTime(none, 5), timeOfIndex(none, 0)]).toEqual([0, 0]);
  });
});

describe('a position', () => {
  it.each([
    ['takes the nearest candle and the last digit', { x: 17, y: 99.6 }, 3600, 100],
    ['in the price axis counts at the edge of the plot', { x: 500, y: 20 }, 33 * 3600, 180],
    ['above the plot counts at its edge', { x: 5, y: -40 }, 0, 200],
  ])('%s', (_, at, time, points) => {
    expect(snapped(grid, at)).toEqual({ time, price: points });
  });
});

describe('a retracement', () => {
  it.each([
    ['a rise', 1000, 2000, [2000, 1764, 1618, 1500, 1382, 1214, 1000]],
    ['a fall', 2000, 1000, [1000, 1236, 1382, 1500, 1618, 1786, 2000]],
    ['no move', 1500, 1500, [1500, 1500, 1500, 1500, 1500, 1500, 1500]],
    ['a small move, to the last digit', 100, 103, [103, 102, 102, 102, 101, 101, 100]],
  ])('of %s has its levels', (_, from, to, prices) => {
    expect(LEVELS.map((level) => levelPrice(price(from), price(to), level))).toEqual(prices);
  });

  it('has its levels between both ends, in order', () => {
    const points = fc.integer({ min: 1, max: 10_000_000 });
    fc.assert(
      fc.property(points, points, (from, to) => {
        const prices = LEVELS.map((level) => levelPrice(price(from), price(to), level));
        const sign = Math.sign(from - to);
        expect([prices[0], prices.at(-1)]).toEqual([to, from]);
        for (const [i, one] of prices.slice(1).entries())
          expect((one - (prices[i] ?? 0)) * sign).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('reaches from its earlier end to the edge of the plot', () => {
    const { strokes } = outlineOf(grid, { ...trend, kind: 'fibonacci' });
    expect(strokes).toHaveLength(8);
    expect(strokes.slice(0, 7).map(({ from, to }) => [from.x, to.x])).toEqual(Array(7).fill([15, 200]));
    const back: Drawing = { kind: 'fibonacci', from: trend.to, to: trend.from };
    expect(
      outlineOf(grid, back)
        .strokes.slice(0, 7)
        .map(({ from }) => from.x),
    ).toEqual(Array(7).fill(15));
  });
});

it('a horizontal line crosses the plot, with its handle in the middle', () => {
  expect(outlineOf(grid, { kind: 'horizontal', price: price(80) })).toEqual({
    strokes: [{ from: { x: 0, y: 120 }, to: { x: 200, y: 120 }, price: 80 }],
    handles: [{ x: 100, y: 120 }],
  });
});

describe('a finger', () => {
  it.each([
    ['on an end', { x: 18, y: 102 }, 0],
    ['on the other end', { x: 52, y: 60 }, 1],
    ['on the line', { x: 35, y: 83 }, 'body'],
    ['beside the line', { x: 35, y: 110 }, undefined],
    ['behind an end of the line', { x: 80, y: 40 }, undefined],
  ])('%s takes hold of it', (_, at, part) => {
    expect(partAt(outlineOf(grid, trend), at, 12)).toBe(part);
  });

  it('has a distance from a line that is a point', () => {
    const corner = { x: 0, y: 0 };
    expect(distance({ x: 3, y: 4 }, { from: corner, to: corner })).toBe(5);
  });

  it('is never farther from a line than from its ends, nor nearer than zero', () => {
    const coordinate = fc.integer({ min: -500, max: 500 });
    const point = fc.record({ x: coordinate, y: coordinate });
    fc.assert(
      fc.property(point, point, point, (at, from, to) => {
        const far = distance(at, { from, to });
        const ends = [from, to].map((end) => Math.hypot(at.x - end.x, at.y - end.y));
        expect(far).toBeGreaterThanOrEqual(0);
        expect(far).toBeLessThanOrEqual(Math.min(...ends) + 1e-9);
      }),
    );
  });
});

describe('a drag', () => {
  const at = (x: number, y: number) => ({ x, y });
  it.each<[string, Drawing, 'body' | number, ReturnType<typeof at>, ReturnType<typeof at>, Drawing]>([
    [
      'of an end moves that end',
      trend,
      1,
      at(55, 60),
      at(76, 20),
      { ...trend, to: { time: 20 * 3600, price: price(180) } },
    ],
    [
      'of the line moves both ends by the same candles and points',
      trend,
      'body',
      at(30, 80),
      at(40, 70),
      {
        kind: 'trend',
        from: { time: 2 * 3600, price: price(110) },
        to: { time: 19 * 3600, price: price(150) },
      },
    ],
    [
      'straight up keeps times between candles',
      { ...trend, to: { time: 5000, price: price(50) } } as Drawing,
      'body',
      at(30, 80),
      at(32, 70),
      { kind: 'trend', from: { time: 3600, price: price(110) }, to: { time: 5000, price: price(60) } },
    ],
    [
      'of a horizontal line moves its price',
      { kind: 'horizontal', price: price(80) },
      'body',
      at(10, 120),
      at(90, 100),
      { kind: 'horizontal', price: price(100) },
    ],
  ])('%s', (_, drawing, part, from, to, after) => {
    expect(dragged(grid, drawing, part, from, to)).toEqual(after);
  });
});
