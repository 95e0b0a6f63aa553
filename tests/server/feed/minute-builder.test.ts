import fc from 'fast-check';
import { expect, test } from 'vitest';
import { candleRow } from '../../../shared/domain/candle.ts';
import {
  addMinute,
  addTick,
  createMinuteBuilder,
  type MinuteBuilder,
  minutesOf,
  trimBuilder,
} from '../../../shared/domain/minute-builder.ts';
import { slowCandles } from './candle-reference.ts';

fc.configureGlobal({ numRuns: Number(process.env['RUNS'] ?? 100) });

/** Ticks with unique times except for duplicates: for equal times only the order of arrival could decide. */
const ticks = fc.uniqueArray(
  fc.record({ ms: fc.integer({ min: 0, max: 20 * 60_000 }), points: fc.integer({ min: 1, max: 50 }) }),
  { selector: (tick) => tick.ms, minLength: 1, maxLength: 120, size: 'max' },
);

const rows = (builder: MinuteBuilder) =>
  Array.from({ length: minutesOf(builder).length }, (_, i) => candleRow(minutesOf(builder), i));

test('ticks in order make the candles of the slow reference', () => {
  fc.assert(
    fc.property(ticks, (some) => {
      const builder = createMinuteBuilder(4);
      const ordered = some.toSorted((a, b) => a.ms - b.ms);
      for (const tick of ordered) addTick(builder, tick.ms, tick.points);
      expect(rows(builder)).toEqual(slowCandles(ordered, 60));
      expect(builder.dropped).toBe(0);
    }),
  );
});

test('late and shuffled ticks amend held candles, and are counted as dropped otherwise', () => {
  const shuffled = ticks.chain((some) =>
    fc.shuffledSubarray(some, { minLength: some.length, maxLength: some.length }),
  );
  fc.assert(
    fc.property(shuffled, (arriving) => {
      const builder = createMinuteBuilder(4);
      const taken = arriving.filter((tick) => addTick(builder, tick.ms, tick.points) >= 0);
      expect(rows(builder)).toEqual(slowCandles(taken, 60));
      expect(builder.dropped).toBe(arriving.length - taken.length);
      // Dropped ticks came after a later minute, for a minute without a candle.
      const seen = new Set<number>();
      let newest = -1;
      for (const tick of arriving) {
        const minute = Math.floor(tick.ms / 60_000);
        expect(taken.includes(tick)).toBe(minute > newest || seen.has(minute));
        if (taken.includes(tick)) seen.add(minute);
        newest = Math.max(newest, minute);
      }
    }),
  );
});

test('duplicate ticks change only the count', () => {
  fc.assert(
    fc.property(ticks, (some) => {
      const [once, twice] = [createMinuteBuilder(4), createMinuteBuilder(4)];
      for (const tick of some.toSorted((a, b) => a.ms - b.ms)) {
        addTick(once, tick.ms, tick.points);
        addTick(twice, tick.ms, tick.points);
        addTick(twice, tick.ms, tick.points);
      }
      const prices = (builder: MinuteBuilder) => rows(builder).map((row) => row.slice(0, 5));
      expect(prices(twice)).toEqual(prices(once));
      expect(rows(twice).map((row) => row[5])).toEqual(rows(once).map((row) => row[5] * 2));
    }),
  );
});

test('a trimmed builder continues with the newest candles', () => {
  fc.assert(
    fc.property(ticks, fc.integer({ min: 1, max: 5 }), (some, keep) => {
      const builder = createMinuteBuilder(4);
      const ordered = some.toSorted((a, b) => a.ms - b.ms);
      for (const tick of ordered) {
        addTick(builder, tick.ms, tick.points);
        trimBuilder(builder, keep);
      }
      expect(rows(builder)).toEqual(slowCandles(ordered, 60).slice(-keep));
    }),
  );
});

test('a builder filled with complete minutes continues as the original', () => {
  fc.assert(
    fc.property(ticks, ticks, (before, after) => {
      const [whole, filled] = [createMinuteBuilder(4), createMinuteBuilder(4)];
      for (const { ms, points } of before.toSorted((a, b) => a.ms - b.ms)) addTick(whole, ms, points);
      for (const row of rows(whole)) addMinute(filled, row);
      expect(rows(filled)).toEqual(rows(whole));
      const laterMs = (rows(whole).at(-1)?.[0] ?? 0) * 1_000 + 59_999;
      for (const { ms, points } of after.toSorted((a, b) => a.ms - b.ms)) {
        expect(addTick(filled, laterMs + ms, points)).toBe(addTick(whole, laterMs + ms, points));
      }
      expect(rows(filled)).toEqual(rows(whole));
    }),
  );
});
