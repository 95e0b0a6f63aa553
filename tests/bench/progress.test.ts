import { describe, expect, it } from 'vitest';
import { readOptions } from '../../bench/options.ts';
import { roughly, runAll, secondsLeft, tookText } from '../../bench/suites/progress.ts';
import { SUITES as KNOWN } from '../../bench/suites/suites.ts';

const step = (guessS: number, tookS?: number) => ({
  name: 'suite',
  guessS,
  ...(tookS === undefined ? {} : { tookS }),
});

describe('the time left', () => {
  it('is the estimate minus the elapsed time', () => {
    expect(secondsLeft([step(30), step(60)], 10)).toBe(80);
  });

  it('grows with the delay of the finished suites', () => {
    expect(secondsLeft([step(120, 300), step(30), step(60)], 0)).toBe(180);
    expect(secondsLeft([step(120, 30), step(30)], 0)).toBe(15);
  });

  it('hardly depends on a short suite', () => {
    expect(secondsLeft([step(5, 15), step(65)], 0)).toBe(75);
  });

  it('is never below zero while a suite takes longer than estimated', () => {
    expect(secondsLeft([step(30), step(60)], 100)).toBe(60);
  });

  it('is zero at the end, and for no suites', () => {
    expect(secondsLeft([step(30, 31)], 0)).toBe(0);
    expect(secondsLeft([], 5)).toBe(0);
  });

  it('is printed in round numbers', () => {
    expect([3, 44, 99, 170].map(roughly)).toEqual([
      'a few seconds',
      'about 40 s',
      'about 100 s',
      'about 3 min',
    ]);
  });
});

it('a failing suite is reported, and the others keep their figures', async () => {
  const all = KNOWN.filter(({ name }) => ['size', 'engine', 'transport'].includes(name));
  const options = readOptions([], []);
  if (options === undefined) throw new Error('there are options');
  const { results, failures } = await runAll(all, options, async ({ name }) => {
    if (name === 'engine') throw new Error('no decoder');
    return name.length;
  });
  expect([...results]).toEqual([
    ['size', 4],
    ['transport', 9],
  ]);
  expect(failures).toEqual(['engine failed: no decoder']);
});

it('the end prints a line for each suite with its time and its estimate, and one for all', () => {
  const steps = [
    { name: 'size', guessS: 2, tookS: 1.4 },
    { name: 'list', guessS: 36, tookS: 41.6 },
  ];
  expect(tookText(steps)).toBe('size 1 s, 2 s planned\nlist 42 s, 36 s planned\nall 43 s, 38 s planned');
});
