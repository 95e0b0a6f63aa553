import { describe, expect, it } from 'vitest';
import budgets from '../../bench/budgets.json' with { type: 'json' };
import { growing, overLimit } from '../../bench/ci.ts';
import { judged } from '../../bench/figures/judge.ts';
import { spread } from '../../bench/figures/method.ts';
import { compared, weight } from './samples.ts';

const figures = [judged('engine', compared('cost', 2, 0.2))];

it('only a ratio whose whole interval is over the limit exceeds it', () => {
  expect(overLimit(figures, { 'engine: cost': 2 })).toEqual([]);
  expect(overLimit(figures, { 'engine: cost': 1.5 })).toEqual([
    expect.stringMatching(/^engine: cost: at least 1\.\d\d x, limit 1\.5 x$/),
  ]);
});

it('a ratio without a measurement is not within its limit', () => {
  expect(overLimit(figures, { 'engine: gone': 9 })).toEqual(['engine: gone: not measured']);
  const none = judged('engine', { ...compared('cost', 1), ratio: spread([Number.NaN]) });
  expect(overLimit([none], { 'engine: cost': 9 })).toHaveLength(1);
});

it('every limit applies to a ratio, none to a time', () => {
  expect(Object.keys(budgets.ci).length).toBeGreaterThan(1);
  for (const key of Object.keys(budgets.ci))
    expect(key).toMatch(/^engine: .* vs (JSON\.parse|BigInt)|^list: list main-thread time, /);
});

describe('the growth in a soak', () => {
  const run = (listeners: number, nodes: number) => [
    { ...weight('listeners', listeners), unit: '/min, lower bound', goal: 2 },
    { ...weight('nodes', nodes), unit: '/min, lower bound', goal: 5 },
  ];

  it('is reported if it repeats, and not if it was chance', () => {
    expect(growing([run(60, 9)])).toEqual([
      'listeners: 60.0 /min, lower bound, limit 2',
      'nodes: 9.0 /min, lower bound, limit 5',
    ]);
    expect(growing([run(60, 9), run(58, 0)])).toEqual([
      'listeners: 60.0 and 58.0 /min, lower bound, limit 2',
    ]);
    expect(growing([run(2, 9), run(58, 5)])).toEqual([]);
  });

  it('is not reported for a run that was too short', () => {
    expect(growing([run(0, 0)])).toEqual([]);
  });
});
