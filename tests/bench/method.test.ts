import { describe, expect, it } from 'vitest';
import { compare, spread } from '../../bench/method.ts';

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
  it('is the middle one and both ends, in whatever order they came', () => {
    expect(spread([5, 1, 9])).toEqual({ median: 5, min: 1, max: 9, values: [5, 1, 9] });
  });

  it('has the mean of the two middle ones for an even number', () => {
    expect(spread([40, 10, 20, 30])).toMatchObject({ median: 25, min: 10, max: 40 });
  });

  it('is unknown for none', () => {
    expect(spread([]).median).toBeNaN();
  });
});

describe('a comparison', () => {
  it('warms each one up, then takes turns with the order turned round on every other repetition', async () => {
    const log: string[] = [];
    await compare([costing('a', [], log), costing('b', [], log), costing('c', [], log)], 3);
    expect(log.join('')).toBe('abc' + 'abc' + 'cba' + 'abc');
  });

  it('leaves the warm-up out of the costs, however long it is', async () => {
    const { costs } = await compare([costing('a', [1_000, 3, 1, 2])], 3);
    expect(costs['a']).toEqual({ median: 2, min: 1, max: 3, values: [3, 1, 2] });
    const warmer = await compare([costing('a', [1_000, 500, 3, 1, 2])], 3, 2);
    expect(warmer.costs['a']?.values).toEqual([3, 1, 2]);
  });

  it('takes the ratio inside each repetition, so that a slow moment of the machine cancels out', async () => {
    const { ratios } = await compare(
      [costing('product', [0, 2, 200, 3]), costing('peer', [0, 1, 100, 2])],
      3,
    );
    expect(ratios).toEqual({ peer: { median: 2, min: 1.5, max: 2, values: [2, 2, 1.5] } });
  });

  it('lets one take part in the first repetitions only, beside the product of those', async () => {
    const log: string[] = [];
    const { ratios } = await compare(
      [costing('a', [2, 6, 9], log), { ...costing('b', [1, 2], log), repetitions: 2 }],
      3,
      0,
    );
    expect(log.join('')).toBe('ab' + 'ba' + 'a');
    expect(ratios['b']?.values).toEqual([2, 3]);
  });

  it('waits for one before the next begins', async () => {
    let running = 0;
    const slow = (name: string) => ({
      name,
      run: async () => {
        running++;
        await Promise.resolve();
        return running--;
      },
    });
    const { costs } = await compare([slow('a'), slow('b')], 2);
    expect([costs['a']?.max, costs['b']?.max]).toEqual([1, 1]);
  });
});
