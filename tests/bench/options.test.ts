import { describe, expect, it } from 'vitest';
import { isMet, tableOf } from '../../bench/figure.ts';
import { spread } from '../../bench/method.ts';
import { HELP, readOptions } from '../../bench/options.ts';

describe('the command line', () => {
  it('measures everything at both rates when nothing is said', () => {
    expect(readOptions([])).toMatchObject({
      suites: ['size', 'pnl', 'list', 'server'],
      rates: [500, 10_000],
      repetitions: 5,
    });
  });

  it('takes suites in any order, and numbers', () => {
    expect(readOptions(['list', 'size', '--reps', '7', '--rate', '2000', '--throttle', '6'])).toMatchObject({
      suites: ['size', 'list'],
      repetitions: 7,
      rates: [2_000],
      throttle: 6,
    });
  });

  it.each([
    [['lists'], 'There is no suite "lists"'],
    [['--reps', '0'], '--reps must be a whole number above 0'],
    [['--rate', '1e3'], '--rate must be a whole number above 0'],
    [['--fast'], "Unknown option '--fast'"],
  ])('refuses %j with a sentence', (args, sentence) => {
    expect(() => readOptions(args)).toThrow(sentence);
  });

  it('explains every option', () => {
    expect(readOptions(['--help'])).toBeUndefined();
    for (const name of [
      'quick',
      'reps',
      'throttle',
      'rate',
      'json',
      'check',
      'size',
      'pnl',
      'list',
      'server',
    ])
      expect(HELP).toContain(name);
  });
});

describe('a figure', () => {
  const bound = { name: 'bytes', unit: 'B', product: spread([5]), goal: 5 };
  const compared = { ...bound, peer: { name: 'peer', cost: spread([1]) }, ratio: spread([4, 6, 5.01]) };

  it('meets its goal up to and with the bound, by the ratio where there is one', () => {
    expect(
      [bound, { ...bound, goal: 4 }, compared, { ...compared, ratio: spread([4, 5]) }].map(isMet),
    ).toEqual([true, false, false, true]);
  });

  it('that could not be measured is missed', () => {
    expect(isMet({ ...bound, product: spread([Number.NaN]) })).toBe(false);
  });

  it('stands in one line of the table with both costs, the ratio and the verdict', () => {
    const line = tableOf([compared]).split('\n')[1] ?? '';
    expect(line.split(/ {2,}/)).toEqual(['bytes', '5 B', '1 B', '5.01 [4-6]', '<= 5 x', 'missed']);
  });
});
