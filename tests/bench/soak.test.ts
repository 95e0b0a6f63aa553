import { describe, expect, it } from 'vitest';
import { isMet } from '../../bench/figures/figure.ts';
import { judged } from '../../bench/figures/judge.ts';
import { usageOf } from '../../bench/probe/cpu.ts';
import type { Gauges } from '../../bench/soak/gauges.ts';
import { costFigures, isLong, settled, slopeOf, TOO_SHORT, trendFigure } from '../../bench/soak/trend.ts';
import { around } from './samples.ts';

/** A reading each half minute, with the heap from `heapAt`. */
const readings = (minutes: number, heapAt: (minute: number, at: number) => number): readonly Gauges[] =>
  Array.from({ length: minutes * 2 + 1 }, (_, at) => ({
    minutes: at / 2,
    pageHeapKb: heapAt(at / 2, at),
    workerHeapKb: 0,
    workerHeldKb: undefined,
    nodes: 0,
    listeners: 0,
    ports: 0,
  }));
const heap = (of: readonly Gauges[]) => trendFigure(of, 'pageHeapKb', 'heap', 'kB', 100);

describe('the growth in a soak', () => {
  it('fails if it is certainly faster than its bound', () => {
    const noise = around(0, 0, 200).map((_, at) => (at % 2 === 0 ? 40 : -40));
    const leaking = heap(readings(20, (minute, at) => 5_000 + minute * 150 + (noise[at] ?? 0)));
    expect(isMet(leaking)).toBe(false);
    expect(leaking.product.median).toBeGreaterThan(140);
    expect(leaking.product.median).toBeLessThan(150);
  });

  it('passes if it may be noise, or shrinks', () => {
    const values = around(6_000, 0.1, 41);
    expect(heap(readings(20, (_, at) => values[at] ?? 0)).product.median).toBe(0);
    expect(heap(readings(20, (minute) => 6_000 - minute * 50)).product.median).toBe(0);
  });

  it('ignores the start, while the record of the last minutes fills', () => {
    const filling = readings(20, (minute) => Math.min(minute, 3) * 4_000);
    expect(heap(filling).product.median).toBe(0);
    expect(settled(filling)[0]?.minutes).toBe(3);
    expect(settled(readings(2, () => 0))[0]?.minutes).toBe(1);
    expect([isLong(2), isLong(60)]).toEqual([false, true]);
  });
});

it('a run that is too short reports no growth, and says that it is unreliable', () => {
  const short = readings(2, (minute) => minute * 9_000);
  for (const run of [short, short.slice(0, 1)]) {
    const { product, details, noise } = judged('soak', heap(run));
    expect(product.median).toBe(0);
    expect(details?.['fitted kB/min']).toBe('the run was too short to judge');
    expect(noise).toEqual(['the run was too short to judge']);
  }
  expect(judged('soak', heap(readings(20, () => 6_000))).noise).toEqual([]);
});

it('each cost of an open app is reported separately, the CPU of a short run with a doubt', () => {
  const report = {
    readings: [],
    cpuPerMinute: 15,
    workerLoad: 0.031,
    pageBytesPerSecond: 75 * 1024,
    workerBytesPerSecond: 383 * 1024,
  };
  const told = (minutes: number) => costFigures(report, minutes).map((one) => judged('soak', one));
  expect(told(60).map(({ product, unit }) => `${product.median} ${unit}`)).toEqual([
    '15 s/min',
    '31 ms/s',
    '75 kB/s',
    '383 kB/s',
  ]);
  expect(told(60).every(isMet)).toBe(true);
  expect(told(60).map(({ noise }) => noise)).toEqual(Array.from({ length: 4 }, () => ['only 1 repetition']));
  expect(told(2).map(({ noise }) => noise[0])).toEqual([
    TOO_SHORT,
    TOO_SHORT,
    ...Array.from({ length: 2 }, () => 'only 1 repetition'),
  ]);
});

it('a slope has the error of its fit', () => {
  expect(slopeOf([0, 1, 2, 3, 4], [1, 3, 5, 7, 9])).toEqual({ slope: 2, error: 0 });
  const { slope, error } = slopeOf([0, 1, 2, 3, 4, 5], [0, 1, 0, 1, 0, 1]);
  expect(slope).toBeCloseTo(1.5 / 17.5);
  expect(error).toBeCloseTo(Math.sqrt((1.5 - 1.5 ** 2 / 17.5) / 4 / 17.5));
});

it('a process has CPU time, none of it of dedicated workers unless it is a page', () => {
  const { cpuMs, workersMs } = usageOf(process.pid) ?? { cpuMs: 1, workersMs: 0 };
  expect(cpuMs).toBeGreaterThan(0);
  expect(workersMs).toBe(0);
  expect(usageOf(-1)).toBeUndefined();
});
