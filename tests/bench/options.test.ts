import { describe, expect, it } from 'vitest';
import { conditionsOf, helpText, readOptions } from '../../bench/options.ts';
import { guessedSeconds, SUITES } from '../../bench/suites/suites.ts';

const KNOWN = ['size', 'engine', 'list'];
const read = (...args: string[]) => readOptions(args, KNOWN);

describe('the command line', () => {
  it('measures everything at both rates by default', () => {
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

  it('is short with the quick option, except for explicit options', () => {
    expect(read()).toMatchObject({ quick: false });
    expect(read('--quick')).toMatchObject({
      quick: true,
      repetitions: 2,
      dearRepetitions: 1,
      seconds: 1.5,
      rates: [10_000],
      minutes: 0.05,
    });
    expect(read('--quick', '--reps', '9', '--minutes', '5')).toMatchObject({ repetitions: 9, minutes: 5 });
    expect(read('--quick', '--reps', '9')?.dearRepetitions).toBe(9);
  });

  it('accepts the path of the results', () => {
    expect(
      read('--json', 'a', '--report', 'b', '--compare', 'HEAD~1', '--record', '--reps', '9', '--check'),
    ).toMatchObject({ json: 'a', report: 'b', compare: 'HEAD~1', record: true, check: true });
    expect(read('--no-peers')).toMatchObject({ peers: false });
  });

  it('gives two versions by turns short turns with the options of the measurement', () => {
    expect(read('engine')?.against).toBeUndefined();
    expect(read('engine', '--against', 'HEAD~1')?.against).toEqual({
      version: 'HEAD~1',
      rounds: 6,
      turn: ['--quick', '--no-peers'],
    });
    expect(read('engine', '--against', 'HEAD~1', '--github')).toMatchObject({ github: true });
    const against = read('list', '--against', '..', '--reps', '9', '--throttle', '4')?.against;
    expect(against).toMatchObject({ rounds: 9, turn: ['--quick', '--no-peers', '--throttle', '4'] });
  });

  it('asks for some figures, more repetitions, a quiet machine and profiles', () => {
    expect(read('engine')).toMatchObject({ untilStable: false, waitQuiet: false });
    expect(
      read('engine', '--only', 'candles', '--until-stable', '--wait-quiet', '--profile', 'p'),
    ).toMatchObject({ only: 'candles', untilStable: true, waitQuiet: true, profile: 'p' });
    expect(
      read('engine', '--against', 'HEAD', '--only', 'P&L', '--wait-quiet', '--report', 'r'),
    ).toMatchObject({
      report: 'r',
      against: { turn: ['--quick', '--no-peers', '--only', 'P&L', '--wait-quiet'] },
    });
  });

  it('tells a result all conditions that change what a figure means', () => {
    const conditions = (...args: string[]) => conditionsOf(read(...args) ?? expect.fail('help'));
    expect(conditions('engine')).toEqual({
      ...{ quick: false, repetitions: 5, seconds: 8, throttle: 1, rates: [500, 10_000], minutes: 60 },
      ...{ peers: true, untilStable: false, waitQuiet: false, connect: false },
    });
    expect(
      conditions(
        'list',
        '--until-stable',
        '--wait-quiet',
        '--connect',
        'http://127.0.0.1:9',
        '--only',
        'list',
      ),
    ).toMatchObject({ untilStable: true, waitQuiet: true, connect: true, only: 'list' });
    // A folder's name may be personal.
    expect(conditions('list', '--recording', '/home/me/a.jsonl.gz')).toMatchObject({
      recording: 'a.jsonl.gz',
    });
  });

  it('takes two results of devices', () => {
    expect(read('--compare', 'a.json', 'b.json')).toMatchObject({ compare: 'a.json', beside: 'b.json' });
    expect(read('engine', '--compare', 'a.json')?.beside).toBeUndefined();
  });

  it.each([
    [['b.json'], 'There is no suite "b.json"'],
    [['--only', 'P&L', '--record'], 'leave out --only'],
    [['--against', 'HEAD', '--until-stable'], 'leave out --until-stable'],
    [['--against', 'HEAD', '--reps', '5'], '--against needs --reps 6 or more'],
    [['--against', 'HEAD', '--json', 'a'], 'leave out --json'],
    [['--against', 'HEAD', '--check'], 'leave out --check'],
    [['--against', 'HEAD', '--junit', 'a'], 'leave out --junit'],
    [['--connect', 'phone'], '--connect must be an address such as http://127.0.0.1:9222, not "phone"'],
    [['lists'], 'There is no suite "lists"'],
    [['--reps', '0'], '--reps must be a whole number above 0'],
    [['--rate', '1e3'], '--rate must be a whole number above 0'],
    [['--minutes', '-1'], 'argument is ambiguous'],
    [['--record', '--quick'], 'A record is of the usual run: leave out --quick or'],
    [['--record', '--throttle', '4'], 'leave out --throttle'],
    [['--record', '--rate', '500'], 'leave out --rate'],
    [['--record', '--recording', 'a.gz'], 'leave out --recording'],
    [['--record', '--minutes', '2'], 'leave out --minutes'],
    [['--record', '--no-peers'], 'leave out --no-peers'],
    [['--fast'], "Unknown option '--fast'"],
  ])('refuses %j with a sentence', (args, sentence) => {
    expect(() => read(...args)).toThrow(sentence);
  });

  it('explains every suite and every option', () => {
    expect(read('--help')).toBeUndefined();
    const help = helpText(SUITES);
    for (const { name, measures, quickSeconds } of SUITES)
      expect(help).toMatch(new RegExp(`^  ${name} +${measures} \\(${quickSeconds} s\\)$`, 'm'));
    const options = ['quick', 'reps', 'throttle', 'rate', 'recording', 'minutes', 'no-peers'];
    for (const name of [
      ...options,
      'json',
      'report',
      'junit',
      'github',
      'compare',
      'against',
      'record',
      'check',
      'help',
    ])
      expect(help).toMatch(new RegExp(`^  --${name} .*\\w{3}`, 'm'));
  });
});

describe('a quick run', () => {
  const planned = (...args: string[]) => {
    const options = readOptions(args, KNOWN);
    if (options === undefined) throw new Error('these options measure nothing');
    return SUITES.map((suite) => guessedSeconds(suite, options)).reduce((sum, one) => sum + one, 0);
  };

  it('has the sum of its suites as its planned time', () => {
    expect(planned('--quick')).toBe(SUITES.reduce((sum, { quickSeconds }) => sum + quickSeconds, 0));
  });

  it('is planned for less than three minutes', () => {
    expect(planned('--quick')).toBeLessThan(180);
  });

  it('takes longer for more work', () => {
    expect(planned('--quick', '--reps', '8') / planned('--quick')).toBeCloseTo(3);
    expect(planned('--quick', '--minutes', '5') - planned('--quick')).toBeCloseTo(4.95 * 60);
    expect(planned()).toBeGreaterThan(3_600);
  });
});
