import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CandleRow, type Candles, createCandles, putCandle } from '../../shared/domain/candle.ts';
import { createIndicatorSeries } from '../../shared/indicators/indicator-series.ts';
import type { IndicatorSpec } from '../../shared/indicators/kinds.ts';
import { parseIndicator } from '../../shared/indicators/spec.ts';
import { isClose, NAMES_OF_EVERY_KIND, referenceOf } from '../helpers/indicator-reference.ts';

const RUNS = Number(process.env['RUNS'] ?? 40);
const SPECS = [
  ...NAMES_OF_EVERY_KIND,
  'bollinger:20:2',
  'bollinger:5:0.5',
  'macd:12:26:9',
  'ichimoku:9:26:52',
];

function specOf(text: string): IndicatorSpec {
  const spec = parseIndicator(text);
  if (!spec.ok) throw new Error(spec.error);
  return spec.value;
}

function columnsOf(rows: readonly CandleRow[]): Candles {
  const candles = createCandles(16);
  for (const row of rows) putCandle(candles, row);
  return candles;
}

/** What is wrong with columns of values; NaN where the reference has none. */
function faults(spec: string, rows: readonly CandleRow[], columns: Float64Array): readonly string[] {
  return referenceOf(spec, rows).flatMap((values, at) =>
    values.flatMap((wanted, column) => {
      const value = columns[column * rows.length + at] ?? Number.NaN;
      const isGood =
        wanted === undefined ? Number.isNaN(value) : isClose(value, wanted, Math.abs(rows[at]?.[4] ?? 0));
      return isGood ? [] : [`${spec} of candle ${at}, value ${column}: ${value}, not ${wanted}`];
    }),
  );
}

/** Candles with gaps, pauses without a change, candles without volume, and jumps; in points or in decimals. */
const candles = fc
  .record({
    start: fc.integer({ min: 1_000, max: 10_000_000 }),
    decimals: fc.constantFrom(0, 2, 5),
    periodS: fc.constantFrom(60, 300, 3_600, 86_400),
    steps: fc.array(
      fc.record({
        gap: fc.constantFrom(1, 1, 1, 2, 40),
        move: fc.oneof(fc.constant(0), fc.integer({ min: -60, max: 60 }), fc.constantFrom(-900, 900)),
        reach: fc.nat(30),
        volume: fc.nat(50),
      }),
      { maxLength: 120, size: 'max' },
    ),
  })
  .map(({ start, decimals, periodS, steps }): readonly CandleRow[] => {
    let time = 1_700_006_400;
    let price = start;
    const decimal = (points: number) => points / 10 ** decimals;
    return steps.map(({ gap, move, reach, volume }) => {
      time += gap * periodS;
      const open = price;
      price = Math.max(100, price + move);
      const high = Math.max(open, price) + reach;
      const low = Math.min(open, price) - reach;
      return [time, decimal(open), decimal(high), decimal(low), decimal(price), volume];
    });
  });

describe('an indicator', () => {
  it.each(SPECS)('%s has the values of its definition, to 1e-9, and none before', (spec) => {
    fc.assert(
      fc.property(candles, (rows) => {
        const columns = createIndicatorSeries([specOf(spec)]).reset(columnsOf(rows));
        expect(faults(spec, rows, columns)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('has exactly the same values candle by candle, with states in between, as in one go', () => {
    const specs = SPECS.map(specOf);
    fc.assert(
      fc.property(candles, fc.nat(20), (rows, held) => {
        const series = createIndicatorSeries(specs);
        const live = columnsOf(rows.slice(0, held));
        series.reset(live);
        for (const row of rows.slice(held)) {
          const [time, open] = row;
          putCandle(live, [time, open, open, open, open, 1]);
          series.update(live);
          putCandle(live, [time, open, row[2], open, row[2], 2]);
          series.update(live);
          putCandle(live, row);
          const latest = Array.from(series.update(live));
          const { length } = live;
          const whole = createIndicatorSeries(specs).reset(live);
          expect(latest).toEqual(latest.map((_, column) => whole[column * length + length - 1]));
        }
      }),
      { numRuns: Math.ceil(RUNS / 4) },
    );
  });

  it('stays exact where the price has doubled and then stands still', () => {
    const rows = Array.from({ length: 400 }, (_, at): CandleRow => {
      const price = at < 100 ? 1 + at / 100 : 1.99;
      return [at * 60, price, price, price, price, 1];
    });
    const columns = createIndicatorSeries([specOf('bollinger:20:2')]).reset(columnsOf(rows));
    expect(faults('bollinger:20:2', rows, columns)).toEqual([]);
    const at = rows.length - 1;
    expect((columns[2 * rows.length + at] ?? 0) - (columns[at] ?? 0)).toBeLessThan(1e-14);
  });

  it('RSI is 50 without any change, 100 without a loss, 0 without a gain', () => {
    const rsiOf = (price: (at: number) => number) => {
      const rows = Array.from({ length: 30 }, (_, at): CandleRow => [at * 60, 0, 0, 0, price(at), 1]);
      return createIndicatorSeries([specOf('rsi:14')]).reset(columnsOf(rows))[29];
    };
    expect([rsiOf(() => 7), rsiOf((at) => at), rsiOf((at) => -at)]).toEqual([50, 100, 0]);
  });

  it('VWAP starts again at 00:00 UTC', () => {
    const rows: readonly CandleRow[] = [
      [86_340, 1, 1, 1, 1, 5],
      [86_400, 4, 4, 4, 4, 1],
      [86_460, 7, 7, 7, 7, 2],
    ];
    expect(Array.from(createIndicatorSeries([specOf('vwap')]).reset(columnsOf(rows)))).toEqual([1, 4, 6]);
  });
});

describe('the name of an indicator', () => {
  it.each([
    ['sma:20', { kind: 'sma', length: 20 }],
    ['bollinger:20:2.5', { kind: 'bollinger', length: 20, deviations: 2.5 }],
    ['macd:12:26:9', { kind: 'macd', fast: 12, slow: 26, signal: 9 }],
    ['vwap', { kind: 'vwap' }],
    ['ichimoku:9:26:52', { kind: 'ichimoku', conversion: 9, base: 26, leading: 52 }],
  ])('%s is understood', (text, value) => {
    expect(parseIndicator(text)).toEqual({ ok: true, value });
  });

  it.each([
    ['', /^an empty name is no indicator: sma:LENGTH, /],
    ['toString', /^toString is no indicator/],
    ['SMA:20', /^SMA:20 is no indicator/],
    ['sma', /^sma is incomplete or too long: sma:LENGTH$/],
    ['vwap:1', /incomplete or too long: vwap$/],
    ['macd:12:26', /macd:FAST:SLOW:SIGNAL$/],
    ['sma:0', /a length is a whole number from 1 to 1000, not 0$/],
    ['sma:1001', /not 1001$/],
    ['ema:1e2', /not 1e2$/],
    ['ema:', /not nothing$/],
    ['atr:-3', /not -3$/],
    ['rsi: 4', /not {2}4$/],
    ['bollinger:20:0', /deviations are above 0, at most 10, with up to two decimals, not 0$/],
    ['bollinger:20:11', /not 11$/],
    ['bollinger:20:1.234', /not 1.234$/],
  ])('%j is refused with a sentence', (text, sentence) => {
    expect(parseIndicator(text)).toEqual({ ok: false, error: expect.stringMatching(sentence) });
  });
});
