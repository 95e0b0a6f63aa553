import { describe, expect, it } from 'vitest';
import { type Figure, subjectOf } from '../../bench/figures/figure.ts';
import { spread } from '../../bench/figures/method.ts';
import { differences, differencesText, isRegression } from '../../bench/report/compare.ts';
import type { Result } from '../../bench/report/run-result.ts';
import { around, compared, RUN, resultOf, weight } from './samples.ts';

const LIMITS = { least: 0.1, leastWhenNoisy: 0.5, ofSuite: { size: 0.002 } };
const between = (before: Result, after: Result) => differences(before, after, LIMITS);
const engine = (figure: Figure) => resultOf({ engine: [figure] });
const kinds = (before: Figure, after: Figure) =>
  between(engine(before), engine(after)).changes.map(({ kind }) => kind);

describe('a comparison of two runs', () => {
  it('reports a cost that rose as a regression', () => {
    const found = between(engine(compared('cost', 1)), engine(compared('cost', 1.5)));
    expect(found.changes).toMatchObject([{ kind: 'worse', figure: 'engine: cost', unit: 'x', noisy: false }]);
    expect(isRegression(found)).toBe(true);
  });

  it('reports a cost that fell, but not as a regression', () => {
    const found = between(engine(compared('cost', 1.5)), engine(compared('cost', 1)));
    expect(found.changes).toMatchObject([{ kind: 'better' }]);
    expect(isRegression(found)).toBe(false);
  });

  it('reports neither an unchanged cost nor a change below the budgets’ threshold', () => {
    expect(kinds(compared('cost', 1, 0.05, 1), compared('cost', 1, 0.05, 2))).toEqual([]);
    expect(kinds(compared('cost', 1, 0.001, 1), compared('cost', 1.05, 0.001, 2))).toEqual([]);
  });

  it('reports nothing while the intervals overlap, however far apart the medians are', () => {
    const [before, after] = [compared('cost', 1, 0.15, 1), compared('cost', 1.15, 0.15, 5)];
    const { least } = LIMITS;
    expect(subjectOf(after).median / subjectOf(before).median - 1).toBeGreaterThan(least);
    expect(engine(after).figures[0]?.noise).toEqual([]);
    expect(kinds(before, after)).toEqual([]);
  });

  it('requires more of a noisy figure, and marks it', () => {
    const noisy = (ratio: number): Figure => {
      const figure = compared('cost', ratio, 0.001);
      const two = (of: Figure['product']) => spread(of.values.slice(0, 2));
      return { ...figure, product: two(figure.product), ratio: two(figure.ratio ?? figure.product) };
    };
    expect(kinds(noisy(1), noisy(1.4))).toEqual([]);
    const found = between(engine(noisy(1)), engine(noisy(3)));
    expect(found.changes).toMatchObject([{ kind: 'worse', noisy: true }]);
    expect(differencesText(found, 'x')).toContain('(noisy)');
  });

  it('counts a rise as an improvement if the goal is a minimum', () => {
    const frames = (value: number): Figure => ({ ...compared('frames', value), atLeast: true });
    expect(kinds(frames(0.9), frames(0.5))).toEqual(['worse']);
    expect(kinds(frames(0.5), frames(0.9))).toEqual(['better']);
  });

  it('notices few bytes, by the limit of their suite', () => {
    const found = between(
      resultOf({ size: [weight('worker', 10_000), weight('css', 10_000)] }),
      resultOf({ size: [weight('worker', 10_030), weight('css', 10_010)] }),
    );
    expect(found.changes.map(({ figure }) => figure)).toEqual(['size: worker']);
  });

  it('counts a figure that can no longer be measured as worse', () => {
    expect(kinds(weight('bytes', 5), weight('bytes', Number.NaN))).toEqual(['worse']);
    expect(kinds(weight('bytes', Number.NaN), weight('bytes', 5))).toEqual(['better']);
    expect(kinds(weight('bytes', Number.NaN), weight('bytes', Number.NaN))).toEqual([]);
    expect(kinds(weight('bytes', Number.NaN), weight('bytes', Number.POSITIVE_INFINITY))).toEqual([]);
  });

  it('notices a first cost above zero', () => {
    const commits = (count: number) => ({ ...weight('commits', count), goal: 0 });
    expect(kinds(commits(0), commits(2))).toEqual(['worse']);
    expect(kinds(commits(0), commits(0))).toEqual([]);
  });

  it('omits times without a peer on another machine, and says so', () => {
    const time = (ms: number): Figure => ({ name: 'p99', unit: 'ms', product: spread(around(ms)), goal: 10 });
    const { machine } = RUN;
    const elsewhere = { machine: { ...machine, cpu: 'another' } };
    const found = between(
      resultOf({ server: [time(4), compared('to a bare insert', 1)] }),
      resultOf({ server: [time(8), compared('to a bare insert', 2)] }, elsewhere),
    );
    expect(found.changes.map(({ figure }) => figure)).toEqual(['server: to a bare insert']);
    expect(found.skipped).toEqual([{ figure: 'server: p99', why: 'measured on another machine' }]);
    expect(kinds(time(4), time(8))).toEqual(['worse']);
  });

  it('omits figures with the same name but another option, and says so', () => {
    const { options } = RUN;
    for (const [suite, other, why] of [
      ['chart', { throttle: 6 }, 'measured with another --throttle'],
      ['list', { recording: 'a.jsonl.gz' }, 'measured with another --recording'],
      ['growth', { quick: true }, 'measured with another --quick'],
      ['soak', { minutes: 2 }, 'measured with another --minutes'],
      ['load', { connect: true }, 'measured with another --connect'],
    ] as const) {
      const before = resultOf({ [suite]: [compared('cost', 1)] });
      const to = (more: object) =>
        between(before, resultOf({ [suite]: [compared('cost', 3)] }, { options: { ...options, ...more } }));
      expect(to(other)).toMatchObject({ changes: [], skipped: [{ figure: `${suite}: cost`, why }] });
      expect(differencesText(to(other), 'x')).toContain(`not compared, ${why}: ${suite}: cost`);
      expect(to({}).changes).toHaveLength(1);
    }
    for (const more of [{ throttle: 6 }, { connect: true }]) {
      const other = resultOf({ engine: [compared('cost', 3)] }, { options: { ...options, ...more } });
      expect(between(engine(compared('cost', 1)), other).changes).toHaveLength(1);
    }
  });

  it('notices a power that rises from about zero, and ignores one that stays about zero', () => {
    const power = (values: readonly number[]): Figure => ({
      name: 'power',
      unit: '',
      product: spread(values),
      goal: 0.15,
    });
    const flat = power([-0.011, -0.01, -0.009, -0.008, -0.007]);
    expect(kinds(flat, power([0.5, 0.51, 0.5, 0.49, 0.5]))).toEqual(['worse']);
    expect(kinds(power([0.5, 0.51, 0.5, 0.49, 0.5]), flat)).toEqual(['better']);
    expect(kinds(flat, power([-0.0065, -0.0064, -0.0066, -0.0065, -0.0065]))).toEqual([]);
  });

  it('names figures that only one of the two has, except those of suites that did not run', () => {
    const found = between(
      resultOf({ engine: [compared('old', 1), compared('both', 1)], size: [weight('css', 1)] }),
      resultOf({ engine: [compared('both', 1), compared('new', 1)] }),
    );
    expect(found.unpaired.toSorted()).toEqual(['engine: new', 'engine: old']);
    expect(isRegression(found)).toBe(false);
  });

  it('does not name figures that were not asked for', () => {
    const only = { options: { ...RUN.options, only: 'both' } };
    const found = between(
      resultOf({ engine: [compared('old', 1), compared('both', 1)] }),
      resultOf({ engine: [compared('both', 1)] }, only),
    );
    expect(found.unpaired).toEqual([]);
  });
});

describe('the text of a comparison', () => {
  it('lists the worst first, and only changes', () => {
    const before = resultOf({ engine: ['a', 'b', 'c', 'd'].map((name) => compared(name, 1)) });
    const after = resultOf({
      engine: [compared('a', 1.5), compared('b', 1), compared('c', 3), compared('d', 0.2)],
    });
    const lines = differencesText(between(before, after), 'main').split('\n');
    expect(lines.map((line) => line.trim().slice(0, 18))).toEqual([
      'Changed beyond noi',
      'worse  engine: c: ',
      'worse  engine: a: ',
      'better  engine: d:',
    ]);
  });

  it('says if nothing changed', () => {
    const same = engine(compared('cost', 1));
    expect(differencesText(between(same, same), 'main')).toBe('Nothing changed beyond noise since main.');
  });
});
