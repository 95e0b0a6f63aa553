import { describe, expect, it } from 'vitest';
import type { Beside } from '../../bench/against/verdicts.ts';
import type { Figure } from '../../bench/figures/figure.ts';
import { checked, judged } from '../../bench/figures/judge.ts';
import { annotations, type Judgement, junit, summary, unjudgedSuites } from '../../bench/report/ci-output.ts';
import { compared, weight } from './samples.ts';

const judge = (suite: string, figure: Figure): Judgement => ({
  figure: judged(suite, figure),
  verdict: checked(figure),
});
const MET = judge('engine', compared('decode', 1));
const MISSED = judge('engine', compared('fold <of> a "tick" & more', 3));
/** From 0.4 to 3 x, beside a goal of 1.3. */
const UNCLEAR = judge('list', compared('scroll', 1.2, 0.9));
const beside = (name: string, verdict: Beside['verdict'], change: number): Beside => ({
  ...{ figure: `engine: ${name}`, unit: 'x', before: 1, after: 1 + change, change, verdict },
  interval: [change, change],
});
const CHANGED = [
  beside('decode', 'worse', 1),
  beside('steady', 'same', 0.01),
  beside('fold', 'better', -0.5),
];

it('The samples are what they are called', () => {
  expect([MET, MISSED, UNCLEAR].map(({ verdict }) => verdict)).toEqual(['met', 'missed', 'unclear']);
});

describe('annotations', () => {
  it('name what was missed for certain, with figure and goal', () => {
    expect(annotations([MET, MISSED, UNCLEAR]).split('\n')).toEqual([
      expect.stringMatching(
        /^::error title=Goal missed::engine: fold <of> a "tick" & more: \d.* x.*, asked for <= 1\.30 x$/,
      ),
    ]);
  });

  it('name what became worse, not what became better', () => {
    expect(annotations([], CHANGED)).toBe('::error title=Worse than before::engine: decode: 1 -> 2 x');
  });

  it('escape what has a meaning there', () => {
    const percent = judge('engine', { ...compared('90 % of all', 3), unit: 'µs' });
    expect(annotations([percent])).toContain('90 %25 of all');
  });
});

describe('the summary', () => {
  it('begins with counts, then what changed, then what was missed', () => {
    const text = summary([MET, MISSED, UNCLEAR], CHANGED);
    expect(text).toContain('1 missed of 2 figures that have a certain verdict, 3 in all.');
    const places = ['### Changed', '| worse | engine: decode |', '### Missed', 'All figures'].map((part) =>
      text.indexOf(part),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('of two versions by turns has what changed alone', () => {
    expect(
      summary([], CHANGED)
        .split('\n')
        .filter((line) => line !== ''),
    ).toEqual([
      '## Bench',
      '### Changed',
      '| | Figure | Before and after |',
      '|---|---|---|',
      '| worse | engine: decode | 1 -> 2 x |',
      '| better | engine: fold | 1 -> 0.50 x |',
    ]);
  });

  it('says when nothing changed, and nothing of changes when nothing was compared', () => {
    expect(summary([MET], [beside('steady', 'same', 0.01)])).toContain('Nothing changed beyond noise.');
    expect(summary([MET])).not.toContain('Changed');
  });
});

it('JUnit has a case a figure: passed, failed, or skipped with the reason', () => {
  const text = junit([MET, MISSED, UNCLEAR]);
  expect(text).toContain('<testsuite name="engine" tests="2" failures="1" skipped="0">');
  expect(text).toContain('<testsuite name="list" tests="1" failures="0" skipped="1">');
  expect(text).toContain('<testcase classname="bench.engine" name="decode"/>');
  expect(text).toMatch(
    /name="fold &lt;of&gt; a &quot;tick&quot; &amp; more"><failure message="\d.*asked for &lt;= 1\.30 x"\/>/,
  );
  expect(text).toMatch(/<skipped message="not certain: interval \d+ % wide"\/>/);
  const near = junit([judge('engine', compared('near', 1.301))]);
  expect(near).toContain('<skipped message="not certain: the goal lies within the interval"/>');
});

it('A suite without a certain verdict is named', () => {
  const beside = judge('engine', compared('store', 1.2, 0.9));
  expect(unjudgedSuites([MET, beside, UNCLEAR])).toEqual(['list']);
  expect(unjudgedSuites([MET, MISSED, judge('size', weight('js', 2_000))])).toEqual([]);
});
