import { expect, it } from 'vitest';
import budgets from '../../bench/budgets.json' with { type: 'json' };
import { overLimit } from '../../bench/ci.ts';
import { judged } from '../../bench/judge.ts';
import { spread } from '../../bench/method.ts';
import { compared } from './samples.ts';

const figures = [judged('engine', compared('cost', 2, 0.2))];

it('only a ratio whose whole interval is over the limit is over it', () => {
  expect(overLimit(figures, { 'engine: cost': 2 })).toEqual([]);
  expect(overLimit(figures, { 'engine: cost': 1.5 })).toEqual([
    expect.stringMatching(/^engine: cost: at least 1\.\d\d x, may be 1\.5 x$/),
  ]);
});

it('a ratio that was not measured, or could not be, is not within its limit', () => {
  expect(overLimit(figures, { 'engine: gone': 9 })).toEqual(['engine: gone: not measured']);
  const none = judged('engine', { ...compared('cost', 1), ratio: spread([Number.NaN]) });
  expect(overLimit([none], { 'engine: cost': 9 })).toHaveLength(1);
});

it('every limit is of a ratio, none of a time', () => {
  expect(Object.keys(budgets.ci).length).toBeGreaterThan(1);
  for (const key of Object.keys(budgets.ci)) expect(key).toMatch(/^engine: .* to (JSON\.parse|BigInt)/);
});
