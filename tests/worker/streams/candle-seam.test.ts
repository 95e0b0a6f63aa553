import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CandleRow, type Candles, candleRow } from '../../../shared/domain/candle.ts';
import { PERIODS, type Period, periodSeconds, wirePeriod } from '../../../shared/domain/period.ts';
import { type CandleHistory, createCandleBook } from '../../../shared/stream/candle-book.ts';
import { foldedCandles, sameCandles } from '../../../shared/stream/shown-candles.ts';
import { candleStart, MONDAY_S } from '../../helpers/candle-start.ts';

const RUNS = Number(process.env['RUNS'] ?? 500);

/** [epoch s, price]; each tick counts one. */
type Tick = readonly [time: number, price: number];

/** The simple reference: every candle from all its ticks. */
function reference(ticks: readonly Tick[], seconds: number): CandleRow[] {
  const buckets = new Map<number, number[]>();
  for (const [time, price] of ticks) {
    const start = candleStart(time, seconds);
    buckets.set(start, [...(buckets.get(start) ?? []), price]);
  }
  return [...buckets].map(([start, prices]) => [
    start,
    prices[0] ?? 0,
    Math.max(...prices),
    Math.min(...prices),
    prices.at(-1) ?? 0,
    prices.length,
  ]);
}

const rowsOf = (candles: Candles): CandleRow[] =>
  Array.from({ length: candles.length }, (_, at) => candleRow(candles, at));

/** The candles of a chart, as the worker puts them together. */
function chartOf(period: Period) {
  const book = createCandleBook(periodSeconds(wirePeriod(period)));
  const shown =
    period === wirePeriod(period) ? sameCandles(book) : foldedCandles(book, periodSeconds(period));
  return {
    rows: () => rowsOf(shown.held),
    join(history: CandleHistory, isComplete = true): void {
      book.join(history);
      shown.reset(isComplete);
    },
    put(minute: CandleRow): CandleRow | undefined {
      const row = book.put(minute);
      return row && shown.put(row);
    },
    prepend(candles: readonly CandleRow[], isComplete: boolean): void {
      book.prepend(candles);
      shown.reset(isComplete);
    },
  };
}

/** The server's answers after these ticks: it has six periods. */
function answer(seen: readonly Tick[], period: Period, seenLater = seen): CandleHistory {
  const candles = reference(seen, periodSeconds(wirePeriod(period)));
  const from = candles.at(-1)?.[0] ?? 0;
  return { candles, minutes: reference(seenLater, 60).filter(([time]) => time >= from) };
}
const minuteAfter = (ticks: readonly Tick[], count: number): CandleRow => {
  const row = reference(ticks.slice(0, count), 60).at(-1);
  if (row === undefined) throw new Error('no tick');
  return row;
};

/** Ticks with missing minutes, over a little more than the end of a week, so that every period rolls over. */
const tape = fc
  .array(fc.record({ gapS: fc.oneof(fc.nat(90), fc.nat(4_000)), price: fc.integer({ min: 90, max: 110 }) }), {
    minLength: 4,
    maxLength: 60,
    size: 'max',
  })
  .map((steps) => {
    let time = MONDAY_S - 3_700;
    return steps.map(({ gapS, price }): Tick => {
      time += gapS;
      return [time, price];
    });
  });
const cut = fc.double({ min: 0, max: 1, noNaN: true });

describe.each(PERIODS)('candles of %s', (period) => {
  const seconds = periodSeconds(period);

  // spec: 7.65
  test('join their history without a gap or a duplicate, for every cut and delay', () => {
    fc.assert(
      fc.property(tape, cut, cut, cut, (ticks, subscribed, asked, minutesAsked) => {
        const at = (part: number) => 1 + Math.floor(part * (ticks.length - 1));
        // Live rows start at the subscription; history is read no earlier; its minutes even later.
        const from = at(subscribed);
        const read = Math.max(from, at(asked));
        const readMinutes = Math.max(read, at(minutesAsked));
        const chart = chartOf(period);
        chart.join(answer(ticks.slice(0, read), period, ticks.slice(0, readMinutes)));
        let newest = 0;
        for (let count = from; count <= ticks.length; count++) {
          const row = chart.put(minuteAfter(ticks, count));
          if (row === undefined) continue;
          expect(row[0]).toBeGreaterThanOrEqual(newest);
          newest = row[0];
        }
        expect(chart.rows()).toEqual(reference(ticks, seconds));
      }),
      { numRuns: RUNS },
    );
  });

  test('are complete again after a pause', () => {
    fc.assert(
      fc.property(tape, cut, cut, (ticks, lostAt, backAt) => {
        const at = (part: number) => 1 + Math.floor(part * (ticks.length - 1));
        const lost = at(lostAt);
        const back = Math.max(lost, at(backAt));
        const chart = chartOf(period);
        chart.join(answer(ticks.slice(0, 1), period));
        for (let count = 1; count <= lost; count++) chart.put(minuteAfter(ticks, count));
        chart.join(answer(ticks.slice(0, back), period));
        for (let count = back; count <= ticks.length; count++) chart.put(minuteAfter(ticks, count));
        expect(chart.rows()).toEqual(reference(ticks, seconds));
      }),
      { numRuns: RUNS },
    );
  });
});

describe.each(['240min', '1week'] as const)('pages of candles of %s', (period) => {
  const seconds = periodSeconds(period);
  const wireSeconds = periodSeconds(wirePeriod(period));
  const spans = fc.array(fc.record({ gap: fc.integer({ min: 1, max: 5 }), price: fc.nat(9) }), {
    minLength: 12,
    maxLength: 90,
    size: 'max',
  });

  test('may begin within a candle, which is shown once the whole of it is there', () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: 8, max: 30 }), fc.nat(9), (steps, limit, paid) => {
        let time = MONDAY_S;
        const ticks = steps.map(({ gap, price }): Tick => {
          time += gap * wireSeconds;
          return [time, price];
        });
        const { candles, minutes } = answer(ticks, period);
        const chart = chartOf(period);
        let end = Math.max(0, candles.length - limit);
        chart.join({ candles: candles.slice(end), minutes }, end === 0);
        const late: Tick = [time + 60, paid];
        chart.put(minuteAfter([...ticks, late], ticks.length + 1));
        const wanted = reference([...ticks, late], seconds);
        while (end > 0) {
          const rows = chart.rows();
          expect(rows).toEqual(wanted.slice(-rows.length));
          const from = Math.max(0, end - limit);
          chart.prepend(candles.slice(from, end), from === 0);
          end = from;
        }
        expect(chart.rows()).toEqual(wanted);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('a candle book', () => {
  const minute = (time: number, close: number, volume = 1): CandleRow => [
    time,
    close,
    close,
    close,
    close,
    volume,
  ];

  test('drops its candles when the seam does not reach them', () => {
    const book = createCandleBook(60);
    book.join({ candles: [minute(60, 1), minute(120, 2)], minutes: [] });
    expect(book.join({ candles: [minute(600, 3)], minutes: [] })).toBe('replaced');
    expect(rowsOf(book.held)).toEqual([minute(600, 3)]);
  });

  test('drops a candle that the server does not have', () => {
    const book = createCandleBook(60);
    book.join({ candles: [minute(60, 1), minute(120, 2), minute(180, 3)], minutes: [] });
    expect(book.join({ candles: [minute(60, 1), minute(180, 3)], minutes: [] })).toBe('continued');
    expect(rowsOf(book.held)).toEqual([minute(60, 1), minute(180, 3)]);
  });

  test('does not return to an earlier state of the same minute', () => {
    const book = createCandleBook(60);
    book.join({ candles: [minute(60, 5, 9)], minutes: [] });
    expect(book.put(minute(60, 4, 8))).toBeUndefined();
    expect(rowsOf(book.held)).toEqual([minute(60, 5, 9)]);
  });

  test('amends only earlier minutes that it holds', () => {
    const book = createCandleBook(300);
    book.join({ candles: [minute(300, 1, 2)], minutes: [minute(300, 1), minute(420, 1)] });
    expect(book.put([300, 1, 7, 1, 1, 2])).toEqual([300, 1, 7, 1, 1, 3]);
    expect(book.put(minute(360, 9))).toBeUndefined();
    expect(book.put(minute(0, 9))).toBeUndefined();
  });

  test('prepends older pages, and drops repeated candles', () => {
    const book = createCandleBook(60);
    book.join({ candles: [minute(180, 3)], minutes: [] });
    book.prepend([minute(60, 1), minute(120, 2), minute(180, 99)]);
    expect(rowsOf(book.held)).toEqual([minute(60, 1), minute(120, 2), minute(180, 3)]);
    expect(book.put(minute(240, 4))).toEqual(minute(240, 4));
  });

  test('folds days of minutes exactly, and keeps a limited part of them', () => {
    const ticks = Array.from(
      { length: 5_000 },
      (_, i): Tick => [1_699_920_000 + i * 60, 100 + ((i * 7) % 13)],
    );
    const book = createCandleBook(86_400);
    book.join({ candles: reference(ticks.slice(0, 1), 86_400), minutes: reference(ticks.slice(0, 1), 60) });
    for (const [time, price] of ticks) book.put(minute(time, price));
    expect(rowsOf(book.held)).toEqual(reference(ticks, 86_400));
    // Some minutes of the day before yesterday are left, but not all: it cannot be folded again.
    const [late] = ticks.at(-2_000) ?? [0];
    expect(book.put(minute(late, 9, 5))).toBeUndefined();
    expect(rowsOf(book.held)).toEqual(reference(ticks, 86_400));
  });
});
