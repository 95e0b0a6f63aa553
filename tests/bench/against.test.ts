import { describe, expect, it } from 'vitest';
import { treeOf } from '../../bench/against/tree.ts';
import {
  besideText,
  confirmed,
  type Round,
  sideBySide,
  unmeasured,
  worstFirst,
} from '../../bench/against/verdicts.ts';
import type { Figure } from '../../bench/figures/figure.ts';
import { judged } from '../../bench/figures/judge.ts';
import { compared, weight } from './samples.ts';

const LIMITS = { least: 0.1, ofSuite: { size: 0.002 } };
/** Rounds in which the figure has these values in the other version and in this one. */
const rounds = (
  figure: (value: number) => Figure,
  before: readonly number[],
  after: readonly number[],
  suite = 'engine',
): readonly Round[] =>
  before.map((was, i) => ({
    before: [judged(suite, figure(was))],
    after: [judged(suite, figure(after[i] ?? Number.NaN))],
  }));
const cost = (value: number) => compared('cost', value, 0.001);
const verdict = (...of: Parameters<typeof rounds>) => sideBySide(rounds(...of), LIMITS)[0]?.verdict;

const SAME = [1, 1.1, 0.9, 1.05, 0.95, 1];

describe('two versions by turns', () => {
  it('calls a figure worse if it is worse in every round, and by more than a change', () => {
    expect(verdict(cost, SAME, [1.3, 1.5, 1.2, 1.4, 1.3, 1.3])).toBe('worse');
    expect(verdict(cost, [1.3, 1.5, 1.2, 1.4, 1.3, 1.3], SAME)).toBe('better');
  });

  it('calls it the same if one round contradicts, or the change is small', () => {
    expect(verdict(cost, SAME, [1.3, 1.5, 0.8, 1.4, 1.3, 1.3])).toBe('same');
    expect(
      verdict(
        cost,
        SAME,
        SAME.map((value) => value * 1.05),
      ),
    ).toBe('same');
  });

  it('compares the turns of one round, so that a slow moment of the machine counts for neither', () => {
    const slow = [1, 3, 1, 5, 1, 9];
    expect(verdict(cost, slow, slow)).toBe('same');
    expect(
      verdict(
        cost,
        slow,
        slow.map((value) => value * 1.3),
      ),
    ).toBe('worse');
  });

  it('calls a fall worse if the goal is a minimum', () => {
    const frames = (value: number): Figure => ({ ...cost(value), atLeast: true });
    expect(verdict(frames, SAME, [0.5, 0.5, 0.5, 0.5, 0.5, 0.5])).toBe('worse');
  });

  it('notices few bytes, by the limit of their suite', () => {
    const bytes = (value: number) => weight('worker', value);
    expect(verdict(bytes, Array(6).fill(10_000), Array(6).fill(10_050), 'size')).toBe('worse');
  });

  it('leaves out a figure that one version does not have', () => {
    const [first] = rounds(cost, [1], [1]);
    expect(sideBySide([{ before: [], after: first?.after ?? [] }], LIMITS)).toEqual([]);
  });

  it('calls a figure worse that could often not be measured any more, as where orders were lost', () => {
    const lost = rounds(cost, SAME, [Number.NaN, 1, Number.NaN, Number.NaN, 1, Number.NaN]);
    const [figure] = sideBySide(lost, LIMITS);
    expect(figure?.verdict).toBe('worse');
    expect(besideText(figure === undefined ? [] : [figure])).toBe(
      '  worse  not measured  1.00 -> NaN x  engine: cost',
    );
    expect(unmeasured(lost)).toEqual([]);
  });

  it('names what could not be compared', () => {
    for (const values of [SAME.with(2, Number.NaN), SAME.map(() => Number.NaN)]) {
      const taken = rounds(cost, values, SAME.with(1, Number.NaN));
      expect(sideBySide(taken, LIMITS)).toEqual([]);
      expect(unmeasured(taken)).toEqual(['engine: cost']);
    }
    const [first] = rounds(cost, [1], [1]);
    expect(unmeasured([{ before: [], after: first?.after ?? [] }])).toEqual([]);
  });

  it('says worse only if a second look finds the same', () => {
    const worse = sideBySide(rounds(cost, SAME, [2, 2, 2, 2, 2, 2]), LIMITS);
    const same = sideBySide(rounds(cost, SAME, SAME), LIMITS);
    expect(confirmed(worse, worse)[0]?.verdict).toBe('worse');
    expect(confirmed(worse, same)[0]?.verdict).toBe('same');
    expect(confirmed(worse, [])[0]?.verdict).toBe('same');
    expect(confirmed(same, worse)[0]?.verdict).toBe('same');
  });

  it('has what is worse first, however little, before what may be luck', () => {
    const [luck] = sideBySide(rounds(cost, [1, 1, 1, 1, 1, 1], [1.4, 1.4, 1.4, 1.4, 0.9, 0.9]), LIMITS);
    const [worse] = sideBySide(rounds(cost, [1, 1, 1, 1, 1, 1], [1.2, 1.2, 1.2, 1.2, 1.2, 1.2]), LIMITS);
    if (worse === undefined || luck === undefined) throw new Error('no figures');
    expect(worstFirst([luck, worse]).map(({ verdict }) => verdict)).toEqual(['worse', 'same']);
  });

  it('prints the worst first, with both values', () => {
    const [worse] = sideBySide(rounds(cost, [1, 1, 1, 1, 1, 1], [2, 2, 2, 2, 2, 2]), LIMITS);
    const [same] = sideBySide(
      rounds(
        (value) => ({ ...cost(value), name: 'other' }),
        SAME,
        SAME.map((value) => value * 1.003),
      ),
      LIMITS,
    );
    if (worse === undefined || same === undefined) throw new Error('no figures');
    expect(besideText([same, worse]).split('\n')).toEqual([
      '  worse  +100 % [+100 % to +100 %]  1.00 -> 2.00 x  engine: cost',
      '  same   +0.3 % [+0.3 % to +0.3 %]  1.00 -> 1.00 x  engine: other',
    ]);
  });
});

it('A version that is neither a commit nor a folder is refused with its name', async () => {
  await expect(treeOf('no-such-version')).rejects.toThrow(
    '"no-such-version" is neither a commit nor a folder.',
  );
});
