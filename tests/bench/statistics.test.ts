import { describe, expect, it } from 'vitest';
import { besides } from '../../bench/figures/figure.ts';
import { compare, spread } from '../../bench/figures/method.ts';
import { seeded } from '../../bench/figures/seeded.ts';
import { drift, fitLine, growthPower, medianInterval } from '../../bench/figures/statistics.ts';

/** Values of a skewed distribution whose median is known: e to the power of a normal one. */
function logNormal(random: () => number, median: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return median * Math.exp(normal * 0.3);
}

describe('the confidence interval of the median', () => {
  it.each([5, 7, 15, 30])(
    'holds the true median of a skewed distribution about 95 times in 100, with %i values',
    (n) => {
      const random = seeded(n * 7919);
      const runs = 600;
      let held = 0;
      for (let run = 0; run < runs; run++) {
        const [low, high] = medianInterval(Array.from({ length: n }, () => logNormal(random, 3)));
        if (low <= 3 && 3 <= high) held++;
      }
      expect(held / runs).toBeGreaterThan(0.91);
      expect(held / runs).toBeLessThan(0.995);
    },
  );

  it('is narrower with more values', () => {
    const random = seeded(2);
    const width = (count: number) => {
      const [low, high] = medianInterval(Array.from({ length: count }, () => logNormal(random, 1)));
      return high - low;
    };
    expect(width(400)).toBeLessThan(width(20) / 2);
  });

  it('leaves out as many values at each end, none of eight or fewer', () => {
    const values = (count: number) => Array.from({ length: count }, (_, at) => at + 1).toReversed();
    expect([5, 8, 9, 15, 30].map((count) => medianInterval(values(count)))).toEqual([
      [1, 5],
      [1, 8],
      [2, 8],
      [4, 12],
      [10, 21],
    ]);
  });

  it('of one value, or of equal values, is that value', () => {
    expect(medianInterval([7])).toEqual([7, 7]);
    expect(medianInterval([2, 2, 2])).toEqual([2, 2]);
  });

  it('is unknown without a value, and with an unmeasured one', () => {
    expect(medianInterval([])).toEqual([Number.NaN, Number.NaN]);
    expect(medianInterval([1, Number.NaN, 3])).toEqual([Number.NaN, Number.NaN]);
  });
});

describe('drift', () => {
  it('is the distance from the first half to the second, up or down', () => {
    expect(drift([10, 10, 10, 15, 15, 15])).toBeCloseTo(0.5);
    expect(drift([15, 15, 10, 10])).toBeCloseTo(0.5);
  });

  it('is not reported for one bad value, nor for too few', () => {
    expect(drift([10, 10, 90, 10, 10, 10])).toBe(0);
    expect(drift([1, 9])).toBe(0);
    expect(drift([])).toBe(0);
  });
});

describe('growth', () => {
  it('has the slope and the start of a line', () => {
    expect(fitLine([1, 2, 3], [5, 7, 9])).toEqual({ slope: 2, intercept: 3 });
  });

  it('fits the least-squares line to scattered points', () => {
    const { slope, intercept } = fitLine([0, 1, 2, 3], [1, 3, 2, 4]);
    expect(slope).toBeCloseTo(0.8);
    expect(intercept).toBeCloseTo(1.3);
  });

  it.each([0, 1, 2])('finds the power %i of a growing cost', (power) => {
    const xs = [100, 500, 1_000, 5_000];
    expect(
      growthPower(
        xs,
        xs.map((x) => 3 * x ** power),
      ),
    ).toBeCloseTo(power);
  });

  it('is unknown for a single place', () => {
    expect(fitLine([5, 5], [1, 2]).slope).toBeNaN();
  });
});

const costing = (name: string, costs: readonly number[], log: string[] = []) => {
  let turn = 0;
  return {
    name,
    run: () => {
      log.push(name);
      return costs[turn++] ?? Number.NaN;
    },
  };
};

describe('the spread of repetitions', () => {
  it('is the median and both ends, of values in any order', () => {
    expect(spread([5, 1, 9])).toEqual({ median: 5, min: 1, max: 9, values: [5, 1, 9] });
  });

  it('has the mean of the two middle ones for an even number', () => {
    expect(spread([40, 10, 20, 30])).toMatchObject({ median: 25, min: 10, max: 40 });
  });

  it('is unknown without values', () => {
    expect(spread([]).median).toBeNaN();
  });
});

describe('a comparison', () => {
  it('warms each one up, then alternates, with the order reversed on every other repetition', async () => {
    const log: string[] = [];
    await compare([costing('a', [], log), costing('b', [], log), costing('c', [], log)], 3);
    expect(log.join('')).toBe('abc' + 'abc' + 'cba' + 'abc');
  });

  it('excludes the warm-up from the costs, however long it is', async () => {
    const costs = await compare([costing('a', [1_000, 3, 1, 2])], 3);
    expect(costs['a']).toEqual({ median: 2, min: 1, max: 3, values: [3, 1, 2] });
    const warmer = await compare([costing('a', [1_000, 500, 3, 1, 2])], 3, 2);
    expect(warmer['a']?.values).toEqual([3, 1, 2]);
  });

  it('computes the ratio within each repetition, so that a slow moment of the machine cancels out', async () => {
    const costs = await compare([costing('product', [0, 2, 200, 3]), costing('peer', [0, 1, 100, 2])], 3);
    expect(besides(costs, 'peer', 'it').ratio).toEqual({ median: 2, min: 1.5, max: 2, values: [2, 2, 1.5] });
  });

  it('waits for one before it starts the next', async () => {
    let running = 0;
    const slow = (name: string) => ({
      name,
      run: async () => {
        running++;
        await Promise.resolve();
        return running--;
      },
    });
    const costs = await compare([slow('a'), slow('b')], 2);
    expect([costs['a']?.max, costs['b']?.max]).toEqual([1, 1]);
  });
});
