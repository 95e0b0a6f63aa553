import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CandleRow,
  type Candles,
  candleRow,
  createCandles,
  foldCandles,
} from '../../shared/domain/candle.ts';
import { addTick, createMinuteBuilder, minutesOf } from '../../shared/domain/minute-builder.ts';
import { PERIODS, periodSeconds } from '../../shared/domain/period.ts';
import { createPeriodFold, takeMinute } from '../../shared/domain/period-fold.ts';
import { candleStart, MONDAY_S } from '../helpers/candle-start.ts';

const RUNS = Number(process.env['RUNS'] ?? 300);
const START_MS = MONDAY_S * 1_000 - 3_700_000;
const rowsOf = (candles: Candles): CandleRow[] =>
  Array.from({ length: candles.length }, (_, at) => candleRow(candles, at));

/** Ticks that mostly advance, and sometimes fall into an earlier minute. */
const ticks = fc.array(
  fc.record({
    stepMs: fc.oneof(fc.integer({ min: -200_000, max: 90_000 }), fc.integer({ min: 0, max: 4_000_000 })),
    price: fc.integer({ min: 90, max: 110 }),
  }),
  { minLength: 1, maxLength: 120, size: 'max' },
);

test.each(PERIODS)('candles of %s that follow the minutes equal a fold of all minutes', (period) => {
  const seconds = periodSeconds(period);
  fc.assert(
    fc.property(ticks, (steps) => {
      const builder = createMinuteBuilder(4);
      const fold = createPeriodFold(seconds, createCandles(2));
      let time = START_MS;
      for (const { stepMs, price } of steps) {
        time += stepMs;
        const at = addTick(builder, time, price);
        if (at < 0) continue;
        const expected = foldCandles(minutesOf(builder), seconds);
        const taken = takeMinute(fold, minutesOf(builder), at);
        expect(candleRow(fold.candles, taken)[0]).toBe(candleStart(Math.floor(time / 1_000), seconds));
        expect(rowsOf(fold.candles)).toEqual(rowsOf(expected));
      }
    }),
    { numRuns: RUNS },
  );
});
