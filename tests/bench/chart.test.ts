import { describe, expect, it } from 'vitest';
import { candleRows, ticked } from '../../bench/chart/bench-chart.ts';
import {
  candleFigures,
  checkSameLooks,
  PRODUCT,
  PRODUCT_MANY,
  PRODUCT_PLAIN,
  PRODUCT_STUDIED,
} from '../../bench/chart/chart-figures.ts';
import type { ChartTurn } from '../../bench/chart/chart-turn.ts';

const LOOKS = { span: 48, up: 0.02, down: 0.02, dragged: 60 };
const turn = (paint: number, mountScript: number, update: number, pan: number): ChartTurn => ({
  paint,
  mountScript,
  update,
  pan,
  panFrame: pan / 2,
  looks: LOOKS,
});

describe('the figures of the charts', () => {
  const turns = new Map([
    [PRODUCT, [turn(10, 4, 0.1, 0.2), turn(20, 4, 0.1, 0.2)]],
    [PRODUCT_MANY, [turn(10, 10, 0.2, 0.2), turn(10, 10, 0.2, 0.2)]],
    [PRODUCT_PLAIN, [turn(10, 4, 0.1, 0.2), turn(20, 4, 0.2, 0.2)]],
    [PRODUCT_STUDIED, [turn(12, 4, 0.15, 0.2), turn(30, 4, 0.2, 0.2)]],
    ['lightweight-charts', [turn(40, 30, 0.4, 0.8), turn(50, 30, 0.5, 0.4)]],
    ['klinecharts', [turn(20, 30, 0.2, 0.4), turn(25, 30, 0.25, 0.4)]],
  ]);
  const ratioOf = (name: string) =>
    candleFigures(turns).find((figure) => figure.name === name)?.ratio?.values;

  it('compare each cost with the same cost of a peer in the same repetition', () => {
    expect(ratioOf('first paint of 300 candles vs lightweight-charts')).toEqual([0.25, 0.4]);
    expect(ratioOf('first paint of 300 candles vs klinecharts')).toEqual([0.5, 0.8]);
    expect(ratioOf('script time per change of the last candle vs klinecharts')).toEqual([0.5, 0.4]);
    expect(ratioOf('script time per moved frame of a drag vs klinecharts')).toEqual([0.5, 0.5]);
    expect(ratioOf('script time per change of the last candle vs lightweight-charts')).toEqual([0.25, 0.2]);
    expect(ratioOf('script time per moved frame of a drag vs lightweight-charts')).toEqual([0.25, 0.5]);
  });

  it('compare many candles with few: created, changed a hundred times and moved a hundred times', () => {
    expect(ratioOf('script time with 10000 candles vs 300')).toEqual([50 / 34, 50 / 34]);
  });

  it('compare five indicators with none, at the first paint and at each change', () => {
    expect(ratioOf('first paint of 5000 candles with five indicators vs none')).toEqual([1.2, 1.5]);
    expect(ratioOf('change of the last of 5000 candles with five indicators vs none')).toEqual([
      0.15 / 0.1,
      1,
    ]);
  });

  it('show how often each followed the finger, and the cost if frames without a picture count too', () => {
    const seldom = { ...turn(40, 30, 0.4, 0.8), panFrame: 0.2 };
    const figure = candleFigures(
      new Map([
        [PRODUCT, [turn(10, 4, 0.1, 0.2)]],
        ['lightweight-charts', [seldom]],
      ]),
    ).find(({ name }) => name.startsWith('script time per moved frame'));
    expect(figure?.ratio?.values).toEqual([0.25]);
    expect(figure?.details).toMatchObject({
      'drag frames in which the chart moved': '50 %, lightweight-charts 25 %',
      'per frame of the drag, moved or not': '0.50 x, 0.10 and 0.20 ms',
    });
  });

  it('leave out an absent peer', () => {
    const without = new Map([...turns].filter(([name]) => name !== 'klinecharts'));
    const names = candleFigures(without).map(({ name }) => name);
    expect(names).not.toContainEqual(expect.stringContaining('klinecharts'));
    expect(names).toContainEqual(expect.stringContaining('lightweight-charts'));
  });
});

describe('compared charts', () => {
  it('may differ in the width of an axis and in the edges of candles', () => {
    const peer = { span: 51, up: 0.026, down: 0.016, dragged: 70 };
    expect(() => checkSameLooks(LOOKS, peer, 'a chart')).not.toThrow();
  });

  it('may be compared by some of what they show', () => {
    const paned = { ...LOOKS, up: 0.008, down: 0.008 };
    expect(() => checkSameLooks(LOOKS, paned, 'a chart')).toThrow('a chart has');
    expect(() => checkSameLooks(LOOKS, paned, 'a chart', ['span', 'dragged'])).not.toThrow();
  });

  it.each([
    ['a bitmap of half the pixels', { up: 0.005, down: 0.005 }],
    ['other candles in view', { span: 96 }],
    ['a drag that did nothing', { dragged: 0 }],
    ['nothing painted at all', { up: Number.NaN }],
  ])('may not have %s', (_, part) => {
    expect(() => checkSameLooks(LOOKS, { ...LOOKS, ...part }, 'a chart')).toThrow('a chart has');
  });
});

describe('the candles of the bench', () => {
  it('are the newest of any number, follow each other and include their prices', () => {
    const rows = candleRows(300);
    expect(rows).toEqual(candleRows(10_000).slice(-300));
    rows.forEach(([time, open, high, low, close], at) => {
      expect(Math.max(open, close)).toBeLessThanOrEqual(high);
      expect(Math.min(open, close)).toBeGreaterThanOrEqual(low);
      const before = rows[at - 1];
      if (before) expect([time, open]).toEqual([before[0] + 60, before[4]]);
    });
  });

  it('include a new tick', () => {
    expect(ticked([60, 10, 12, 9, 11, 1], 3)).toEqual([60, 10, 14, 9, 14, 2]);
    expect(ticked([60, 10, 12, 9, 11, 1], -4)).toEqual([60, 10, 12, 7, 7, 2]);
  });
});
