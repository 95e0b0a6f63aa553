import { describe, expect, it } from 'vitest';
import { type CandleRow, createCandles, putCandle } from '../../../../shared/domain/candle.ts';
import { MAX_MARKS, marksOf, seenOf } from '../../../../src/chart/fills/fill-marks.ts';
import { aClosed, aPosition } from '../../../helpers/orders.ts';

const MINUTE = 60;
/** Of the first candle. */
const START_S = 1_795_132_800;
/** Candles of a minute whose prices rise by 100 points each: the first has 1,000 to 1,090. */
const candles = createCandles();
for (let i = 0; i < 10; i++) {
  const low = 1_000 + i * 100;
  putCandle(candles, [START_S + i * MINUTE, low, low + 90, low, low + 90, 1] satisfies CandleRow);
}
/** Within the candle at this index, ms. */
const during = (index: number): number => (START_S + index * MINUTE + 20) * 1_000;

const marks = (...orders: Parameters<typeof marksOf>[0]) => marksOf(orders, candles, MINUTE);
const told = (...orders: Parameters<typeof marksOf>[0]) =>
  marks(...orders).map(({ index, price, side, isExit }) => [index, price, side, isExit ? 'exit' : 'entry']);

describe('the marks of a chart', () => {
  it('are at the candle and the price of each fill, the latest first', () => {
    const open = aPosition({ side: 'sell', createdAt: during(5), openPrice: 1_550 });
    const closed = aClosed({
      id: 2,
      createdAt: during(2),
      openPrice: 1_240,
      closedAt: during(7),
      closePrice: 1_710,
      realisedPnl: 5,
    });
    expect(told(open, closed)).toEqual([
      [7, 1_710, 'sell', 'exit'],
      [5, 1_550, 'sell', 'entry'],
      [2, 1_240, 'buy', 'entry'],
    ]);
    const pair = { entry: { index: 2, price: 1_240 }, exit: { index: 7, price: 1_710 }, profit: 5 };
    expect(marks(open, closed).map((mark) => mark.pair)).toEqual([pair, undefined, pair]);
  });

  it('have the end of a sell as a buy', () => {
    const closed = aClosed({
      side: 'sell',
      createdAt: during(1),
      openPrice: 1_150,
      closedAt: during(2),
      closePrice: 1_250,
    });
    expect(told(closed)).toEqual([
      [2, 1_250, 'buy', 'exit'],
      [1, 1_150, 'sell', 'entry'],
    ]);
  });

  it('are where the market came to the price, of an order that had waited for it', () => {
    expect(told(aPosition({ createdAt: during(1), openPrice: 1_650 }))).toEqual([[6, 1_650, 'buy', 'entry']]);
    // It has not come there yet, as far as the candles say.
    expect(told(aPosition({ createdAt: during(1), openPrice: 2_500 }))).toEqual([]);
  });

  it('are at the candle of the order, also where its price was the last one of the candle before', () => {
    expect(told(aPosition({ createdAt: during(3), openPrice: 1_290 }))).toEqual([[3, 1_290, 'buy', 'entry']]);
  });

  it('of before the first candle are out of every view, and the line to the exit begins there', () => {
    const closed = aClosed({
      createdAt: during(-20),
      openPrice: 900,
      closedAt: during(1),
      closePrice: 1_150,
    });
    const seen = seenOf(marks(closed), [0, 10]);
    expect(seen.marks.map(({ index }) => index)).toEqual([1]);
    expect([...seen.pairs].map(({ entry }) => entry.index)).toEqual([-20]);
  });

  it('are none without candles', () => {
    expect(marksOf([aPosition()], createCandles(), MINUTE)).toEqual([]);
  });
});

describe('a view', () => {
  const held = (count: number, at: number) =>
    Array.from({ length: count }, (_, i) =>
      aPosition({ id: i, createdAt: during(at), openPrice: 1_000 + at * 100 + (i % 90) }),
    );

  it('has the marks of its candles alone, and the pairs that one of them is of', () => {
    const closed = aClosed({
      createdAt: during(2),
      openPrice: 1_240,
      closedAt: during(7),
      closePrice: 1_710,
    });
    const all = marks(closed, aPosition({ id: 2, createdAt: during(4), openPrice: 1_450 }));
    const indices = (from: number, to: number) => seenOf(all, [from, to]).marks.map(({ index }) => index);
    expect([indices(0, 10), indices(3, 7), indices(2, 3)]).toEqual([[2, 4, 7], [4], [2]]);
    expect([seenOf(all, [3, 7]).pairs.size, seenOf(all, [2, 3]).pairs.size]).toEqual([0, 1]);
  });

  it('marks a place once: parts of a position have one entry', () => {
    const part = { createdAt: during(2), openPrice: 1_240 };
    const all = marks(
      aPosition(part),
      aClosed({ id: 2, ...part, closedAt: during(4), closePrice: 1_450 }),
      aClosed({ id: 3, ...part, closedAt: during(5), closePrice: 1_550 }),
    );
    const { marks: shown, pairs } = seenOf(all, [0, 10]);
    expect(shown.map(({ index }) => index)).toEqual([2, 4, 5]);
    expect(pairs.size).toBe(2);
  });

  it('has the latest of more marks than it shows', () => {
    const all = marks(...held(90, 3), ...held(90, 4), ...held(90, 5));
    const counts = (from: number, to: number) => {
      const indices = seenOf(all, [from, to]).marks.map(({ index }) => index);
      return [3, 4, 5].map((one) => indices.filter((index) => index === one).length);
    };
    expect(counts(0, 10)).toEqual([MAX_MARKS - 180, 90, 90]);
    expect(counts(0, 5)).toEqual([90, 90, 0]);
  });
});
