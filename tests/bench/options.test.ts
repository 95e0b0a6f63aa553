import { describe, expect, it } from 'vitest';
import { conditionsOf, helpText, readOptions } from '../../bench/options.ts';
import { SUITES } from '../../bench/suites/suites.ts';

const KNOWN = ['size', 'engine', 'list'];
const read = (...args: string[]) => readOptions(args, KNOWN);

describe('the command line', () => {
  it('measures everything by default', () => {
    expect(read()).toMatchObject({ suites: KNOWN, repetitions: 5, peers: true, quick: false });
    expect(read('--no-peers')).toMatchObject({ peers: false });
  });

  it('takes suites in any order, and numbers', () => {
    expect(read('list', 'size', '--reps', '7', '--minutes', '5')).toMatchObject({
      suites: ['size', 'list'],
      repetitions: 7,
      dearRepetitions: 7,
      minutes: 5,
    });
  });

  it('is short with the quick option, except for explicit options', () => {
    expect(read('--quick')).toMatchObject({
      ...{ quick: true, repetitions: 2, dearRepetitions: 1, seconds: 1.5, minutes: 0.05 },
    });
    expect(read('--quick', '--reps', '9')).toMatchObject({ repetitions: 9, dearRepetitions: 9 });
  });

  it('gives two versions by turns short turns with the options of the measurement', () => {
    expect(read('engine')?.against).toBeUndefined();
    expect(read('engine', '--against', 'HEAD~1')?.against).toEqual({
      version: 'HEAD~1',
      rounds: 6,
      turn: ['--quick', '--no-peers'],
    });
    const given = ['--only', 'P&L', '--minutes', '5'];
    const asked = read('list', '--against', '..', '--reps', '9', '--profile', 'p', '--github', ...given);
    expect(asked).toMatchObject({ profile: 'p', github: true });
    expect(asked?.against?.rounds).toBe(9);
    expect(asked?.against?.turn.toSorted()).toEqual(['--quick', '--no-peers', ...given].toSorted());
  });

  it('tells a result all conditions that change what a figure means', () => {
    const conditions = (...args: string[]) => conditionsOf(read(...args) ?? expect.fail('help'));
    const usual = { quick: false, repetitions: 5, minutes: 60, peers: true };
    expect(conditions('engine')).toEqual(usual);
    expect(conditions('--only', 'list')).toEqual({ ...usual, only: 'list' });
    expect(conditions('--connect', 'http://127.0.0.1:9')).toEqual({ ...usual, connect: true });
  });

  it('takes two results of devices', () => {
    expect(read('--compare', 'a.json', 'b.json')?.devices).toEqual(['a.json', 'b.json']);
  });

  it.each([
    [['b.json'], 'There is no suite "b.json"'],
    [['--compare', 'a.json'], '--compare needs the results of two devices'],
    [['--only', 'P&L', '--record'], 'leave out --only'],
    [['--against', 'HEAD', '--reps', '5'], '--against needs --reps 6 or more'],
    [['--against', 'HEAD', '--json', 'a'], 'leave out --json'],
    [['--against', 'HEAD', '--check'], 'leave out --check'],
    [['--against', 'HEAD', '--junit', 'a'], 'leave out --junit'],
    [['lists'], 'There is no suite "lists"'],
    [['--reps', '0'], '--reps must be a whole number above 0'],
    [['--reps', '1e3'], '--reps must be a whole number above 0'],
    [['--minutes', '-1'], 'argument is ambiguous'],
    [['--record', '--quick'], 'A record is of the usual run: leave out --quick or'],
    [['--record', '--minutes', '2'], 'leave out --minutes'],
    [['--record', '--no-peers'], 'leave out --no-peers'],
    [['--record', '--connect', 'http://127.0.0.1:9'], 'leave out --connect'],
    [['--fast'], "Unknown option '--fast'"],
  ])('refuses %j with a sentence', (args, sentence) => {
    expect(() => read(...args)).toThrow(sentence);
  });

  it('explains every suite', () => {
    expect(read('--help')).toBeUndefined();
    const help = helpText(SUITES);
    for (const { name, measures, quickSeconds } of SUITES)
      expect(help).toMatch(new RegExp(`^  ${name} +${measures} \\(${quickSeconds} s\\)$`, 'm'));
    expect(help).toMatch(/^ {2}--reps N +N repetitions/m);
  });
});

it('a quick run is planned for less than three minutes', () => {
  expect(SUITES.reduce((sum, { quickSeconds }) => sum + quickSeconds, 0)).toBeLessThan(180);
});
