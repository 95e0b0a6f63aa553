import { describe, expect, it } from 'vitest';
import { type Figure, isMet } from '../../bench/figures/figure.ts';
import { checked, judged } from '../../bench/figures/judge.ts';
import { ratioOf, spread } from '../../bench/figures/method.ts';
import { around, compared, weight } from './samples.ts';

const LIMITS = { leastRepetitions: 5, widestInterval: 0.2, referenceDrift: 0.3 };
const noiseOf = (figure: Figure) => judged('engine', figure, LIMITS).noise;

function besides(product: readonly number[], peer: readonly number[]): Figure {
  return {
    name: 'cost',
    unit: 'µs',
    product: spread(product),
    peer: { name: 'peer', cost: spread(peer) },
    ratio: ratioOf(product, peer),
    goal: 1,
  };
}

describe('noise', () => {
  it('is not reported for a figure whose repetitions agree, nor for a single measurement of size', () => {
    expect(noiseOf(compared('steady', 1.2))).toEqual([]);
    expect(noiseOf(weight('bytes', 5))).toEqual([]);
  });

  it('is reported for a wide interval', () => {
    expect(noiseOf(compared('wild', 1.2, 0.5))).toEqual([expect.stringMatching(/^interval \d+ % wide$/)]);
  });

  it('is reported if the peer changed until the end, even if the ratios agree', () => {
    const peer = [10, 10, 10, 10, 16, 16, 16, 16];
    expect(
      noiseOf(
        besides(
          peer.map((cost) => cost * 0.9),
          peer,
        ),
      ),
    ).toEqual(['the peer changed by 60 % during the run']);
  });

  it('is reported for too few repetitions', () => {
    expect(noiseOf(besides([1, 1, 1], [2, 2, 2]))).toEqual(['only 3 repetitions']);
    expect(noiseOf(besides([1], [2]))).toEqual(['only 1 repetition']);
  });

  it('of a value near zero is reported relative to its goal, and in numbers if that is zero too', () => {
    const share = (goal: number): Figure => ({
      name: 'late',
      unit: '%',
      product: spread([0, 0, 0, 0.1, 0.4, 0.4]),
      goal,
    });
    expect(noiseOf(share(10))).toEqual([]);
    expect(noiseOf(share(0.5))).toEqual([expect.stringMatching(/^interval \d+ % wide$/)]);
    expect(noiseOf({ ...share(0), product: spread([0, 0, 0, 0, 0.4]) })).toEqual([
      expect.stringMatching(/^interval from 0 to 0\.40$/),
    ]);
  });

  it('is reported for ratios that could not be measured', () => {
    expect(noiseOf(besides(around(1), [0, 0, 0, 0, 0, 0, Number.NaN]))).not.toEqual([]);
  });
});

describe('a figure', () => {
  const bound = weight('bytes', 1_000);

  it('meets its goal up to and including the bound, by the ratio if there is one', () => {
    expect(
      [bound, { ...bound, goal: 999 }, besides([5, 6], [5, 6]), besides([5, 7], [5, 6])].map(isMet),
    ).toEqual([true, false, true, false]);
  });

  it('with a minimum as its goal meets it from there on', () => {
    expect([1_000, 1_001, 999].map((goal) => isMet({ ...bound, goal, atLeast: true }))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('that could not be measured misses every goal', () => {
    const none = { ...bound, product: spread([Number.NaN]) };
    expect([isMet(none), isMet({ ...none, atLeast: true })]).toEqual([false, false]);
  });
});

describe('a check', () => {
  const quick = (...ratios: readonly number[]) => ({
    ...besides(
      ratios.map((ratio) => ratio * 10),
      ratios.map(() => 10),
    ),
    goal: 1.3,
  });
  it.each([
    ['missed', 'two repetitions wholly beyond the goal', quick(2.86, 8.57)],
    ['met', 'two repetitions wholly within the goal', quick(0.9, 1.1)],
    ['unclear', 'two repetitions on both sides of the goal', quick(0.9, 1.5)],
    ['unclear', 'a single repetition', quick(9)],
    ['unclear', 'a run with doubts of its own', { ...quick(2.86, 8.57), doubts: ['too short'] }],
    ['missed', 'a minimum that is never reached', { ...quick(0.2, 0.4), atLeast: true as const }],
    ['met', 'a steady figure', compared('steady', 1.2)],
    ['missed', 'a steady figure beyond its goal', compared('steady', 1.5)],
    ['unclear', 'a steady figure whose goal lies within its interval', compared('near', 1.301)],
    ['missed', 'a single size beyond its goal', weight('bytes', 1_001)],
    ['missed', 'a size that could not be measured', weight('bytes', Number.NaN)],
    ['unclear', 'a figure that could not be measured', quick(Number.NaN, Number.NaN)],
  ])('finds %s: %s', (verdict, _name, figure) => {
    expect(checked(figure)).toBe(verdict);
  });
});
