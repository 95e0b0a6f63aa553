import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CandleRow,
  candleRow,
  createCandles,
  foldBucket,
  foldCandles,
  putCandle,
  trimCandles,
} from '../../shared/domain/candle.ts';
import { addTick, createMinuteBuilder, minutesOf, trimBuilder } from '../../shared/domain/minute-builder.ts';
import { PERIODS, periodSeconds } from '../../shared/domain/period.ts';
import { candleStart, MONDAY_S } from '../helpers/candle-start.ts';

const RUNS = Number(process.env['RUNS'] ?? 50);

interface Tick {
  readonly ms: number;
  readonly price: number;
}

const rows = (candles: ReturnType<typeof createCandles>): CandleRow[] =>
  Array.from({ length: candles.length }, (_, i) => candleRow(candles, i));

/** A slow, simple reference: groups by bucket, then reads each group in time order. */
function reference(ticks: readonly Tick[], seconds: number): CandleRow[] {
  const groups = new Map<number, Tick[]>();
  for (const tick of ticks) {
    const start = candleStart(Math.floor(tick.ms / 1000), seconds);
    groups.set(start, [...(groups.get(start) ?? []), tick]);
  }
  return [...groups.entries()]
    .sort(([a], [b]) => a - b)
    .map(([start, group]) => {
      const sorted = group.map((tick, i) => ({ ...tick, i })).sort((a, b) => a.ms - b.ms || a.i - b.i);
      const prices = sorted.map((tick) => tick.price);
      return [
        start,
        prices[0] ?? 0,
        Math.max(...prices),
        Math.min(...prices),
        prices.at(-1) ?? 0,
        prices.length,
      ];
    });
}

const ticksArbitrary = fc.array(
  fc.record({
    ms: fc.integer({ min: (MONDAY_S - 86_400) * 1_000, max: (MONDAY_S + 2 * 86_400) * 1_000 }),
    price: fc.integer({ min: 1, max: 200_000 }),
  }),
  { maxLength: 120, size: 'max' },
);

describe('one-minute candles', () => {
  // spec: 3.3
  it('equal a slow reference for ticks in any order, as long as their minutes are held', () => {
    fc.assert(
      fc.property(ticksArbitrary, (ticks) => {
        const builder = createMinuteBuilder(4);
        const known = new Set<number>();
        let newest = -1;
        const counted = ticks.filter((tick) => {
          const minute = Math.floor(tick.ms / 60_000);
          const taken = minute > newest || known.has(minute);
          if (taken) known.add(minute);
          newest = Math.max(newest, minute);
          return taken;
        });
        for (const tick of ticks) addTick(builder, tick.ms, tick.price);
        expect(rows(minutesOf(builder))).toEqual(reference(counted, 60));
        expect(builder.dropped).toBe(ticks.length - counted.length);
      }),
    );
  });

  it('count a tick older than all held candles as dropped', () => {
    const builder = createMinuteBuilder();
    addTick(builder, 120_000, 5);
    expect(addTick(builder, 59_999, 6)).toBe(-1);
    expect(builder.dropped).toBe(1);
  });

  it('keep their late ticks in place after trimming', () => {
    const builder = createMinuteBuilder(2);
    for (const minute of [0, 1, 2, 3]) addTick(builder, minute * 60_000 + 30_000, 10 + minute);
    trimBuilder(builder, 2);
    addTick(builder, 2 * 60_000 + 1, 99);
    expect(candleRow(minutesOf(builder), 0)).toEqual([120, 99, 99, 12, 12, 2]);
  });

  it('start a candle at its first tick and not at the close before', () => {
    const builder = createMinuteBuilder();
    addTick(builder, 59_999, 5);
    addTick(builder, 60_000, 9);
    expect(candleRow(minutesOf(builder), 1)).toEqual([60, 9, 9, 9, 9, 1]);
  });
});

describe('longer periods', () => {
  // spec: 9.4
  it.each(PERIODS)('%s folds exactly from minutes', (period) => {
    fc.assert(
      fc.property(ticksArbitrary, (ticks) => {
        const sorted = ticks.toSorted((a, b) => a.ms - b.ms);
        const builder = createMinuteBuilder();
        for (const tick of sorted) addTick(builder, tick.ms, tick.price);
        const seconds = periodSeconds(period);
        const folded = rows(foldCandles(minutesOf(builder), seconds));
        expect(folded).toEqual(reference(sorted, seconds));
        for (const [time, open, high, low, close] of folded) {
          expect(time).toBe(candleStart(time, seconds));
          expect(low).toBeLessThanOrEqual(Math.min(open, close));
          expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
        }
        const last = sorted.at(-1);
        if (last)
          expect(foldBucket(minutesOf(builder), Math.floor(last.ms / 1000), seconds)).toEqual(folded.at(-1));
      }),
      { numRuns: RUNS },
    );
  });
});

describe('putting candles', () => {
  it('in any order leaves them sorted and unique, with the last write', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 9 })), {
          maxLength: 80,
          size: 'max',
        }),
        (puts) => {
          const candles = createCandles(1);
          const expected = new Map<number, CandleRow>();
          for (const [minute, value] of puts) {
            const row: CandleRow = [minute * 60, value, value, value, value, 1];
            expect(putCandle(candles, row)).toBe(expected.has(minute) ? 'replaced' : 'added');
            expected.set(minute, row);
          }
          expect(rows(candles)).toEqual([...expected.values()].sort((a, b) => a[0] - b[0]));
        },
      ),
    );
  });

  it('trims the oldest', () => {
    const candles = createCandles(8);
    for (let i = 0; i < 5; i++) putCandle(candles, [i * 60, 1, 1, 1, i, 1]);
    trimCandles(candles, 2);
    expect(rows(candles).map((row) => row[0])).toEqual([180, 240]);
  });
});
