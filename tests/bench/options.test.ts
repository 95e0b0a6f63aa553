import { describe, expect, it } from 'vitest';
import { helpText, readOptions } from '../../bench/options.ts';
import { SUITES } from '../../bench/suites.ts';

const KNOWN = ['size', 'engine', 'list'];
const read = (...args: string[]) => readOptions(args, KNOWN);

describe('the command line', () => {
  it('measures everything at both rates when nothing is said', () => {
    expect(read()).toMatchObject({ suites: KNOWN, rates: [500, 10_000], repetitions: 5, peers: true });
  });

  it('takes suites in any order, and numbers', () => {
    expect(read('list', 'size', '--reps', '7', '--rate', '2000', '--throttle', '6')).toMatchObject({
      suites: ['size', 'list'],
      repetitions: 7,
      rates: [2_000],
      throttle: 6,
    });
  });

  it('is short when asked to be quick, but for what is said beside it', () => {
    expect(read('--quick')).toMatchObject({ repetitions: 3, seconds: 3, rates: [10_000], minutes: 0.2 });
    expect([read('--quick'), read('--reps', '7')].map((one) => one?.dearRepetitions)).toEqual([1, 7]);
    expect(read('--quick', '--reps', '9', '--minutes', '5')).toMatchObject({ repetitions: 9, minutes: 5 });
  });

  it('takes where the figures go to', () => {
    expect(
      read('--json', 'a', '--report', 'b', '--compare', 'HEAD~1', '--record', '--no-peers', '--check'),
    ).toMatchObject({ json: 'a', report: 'b', compare: 'HEAD~1', record: true, peers: false, check: true });
  });

  it.each([
    [['lists'], 'There is no suite "lists"'],
    [['--reps', '0'], '--reps must be a whole number above 0'],
    [['--rate', '1e3'], '--rate must be a whole number above 0'],
    [['--minutes', '-1'], 'argument is ambiguous'],
    [['--fast'], "Unknown option '--fast'"],
  ])('refuses %j with a sentence', (args, sentence) => {
    expect(() => read(...args)).toThrow(sentence);
  });

  it('explains every suite and every option', () => {
    expect(read('--help')).toBeUndefined();
    const help = helpText(SUITES);
    for (const { name, measures } of SUITES) expect(help).toMatch(new RegExp(`^  ${name} +${measures}`, 'm'));
    const options = ['quick', 'reps', 'throttle', 'rate', 'recording', 'minutes', 'no-peers'];
    for (const name of [...options, 'json', 'report', 'compare', 'record', 'check', 'help'])
      expect(help).toMatch(new RegExp(`^  --${name} .*\\w{3}`, 'm'));
  });
});
