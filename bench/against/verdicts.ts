import budgets from '../budgets.json' with { type: 'json' };
import { subjectOf } from '../figures/figure.ts';
import { type Judged, keyOf, relativeChange } from '../figures/judge.ts';
import { spread } from '../figures/method.ts';
import { digits, type Interval, medianInterval } from '../figures/statistics.ts';

/** A figure of both versions over several rounds, in each of which both took their turn. */
export interface Beside {
  readonly figure: string;
  readonly unit: string;
  /** Medians over the rounds. */
  readonly before: number;
  readonly after: number;
  /**
   * Relative change of each round, above 0 for worse: its median and where that lies with 95 % confidence. Infinite where
   * this version could not be measured.
   */
  readonly change: number;
  readonly interval: Interval;
  readonly verdict: 'worse' | 'better' | 'same';
}

/** The figures of one turn of both versions. */
export interface Round {
  readonly before: readonly Judged[];
  readonly after: readonly Judged[];
}

type Limits = Pick<typeof budgets.change, 'least'> & { readonly ofSuite: Readonly<Record<string, number>> };

/**
 * A figure is worse (or better) if its whole interval is, and its median by more than the budgets call a change; and it is
 * worse if half of the rounds or more have a number of it before and none after, as where orders were lost. Other figures
 * without a number in each round are left out, and those that a version does not have.
 */
export function sideBySide(rounds: readonly Round[], limits: Limits = budgets.change): readonly Beside[] {
  const valuesOf = (side: keyof Round, key: string) =>
    rounds.map((round) => {
      const figure = round[side].find((one) => keyOf(one) === key);
      return figure === undefined ? Number.NaN : subjectOf(figure).median;
    });
  return (rounds[0]?.after ?? []).flatMap((figure): readonly Beside[] => {
    const key = keyOf(figure);
    const [before, after] = [valuesOf('before', key), valuesOf('after', key)];
    const unit = figure.ratio === undefined ? figure.unit : 'x';
    const measured = before.filter(Number.isFinite);
    const lost = before.filter((was, i) => Number.isFinite(was) && !Number.isFinite(after[i])).length;
    if (lost > 0 && 2 * lost >= rounds.length) {
      const change = Number.POSITIVE_INFINITY;
      const values = { before: spread(measured).median, after: Number.NaN };
      return [{ figure: key, unit, ...values, change, interval: [change, change], verdict: 'worse' }];
    }
    if ([...before, ...after].some((value) => !Number.isFinite(value))) return [];
    const changes = before.map((was, i) => relativeChange(figure, was, after[i] ?? Number.NaN));
    const { median: change } = spread(changes);
    const interval = medianInterval(changes);
    const least = limits.ofSuite[figure.suite] ?? limits.least;
    const isWorse = interval[0] > 0 && change > least;
    const isBetter = interval[1] < 0 && -change > least;
    return [
      {
        figure: key,
        unit,
        before: spread(before).median,
        after: spread(after).median,
        change,
        interval,
        verdict: isWorse ? 'worse' : isBetter ? 'better' : 'same',
      },
    ];
  });
}

/** What both versions have and could not be compared, since a round has no number of it. */
export function unmeasured(rounds: readonly Round[]): readonly string[] {
  const [before, after] = (['before', 'after'] as const).map(
    (side) => new Set(rounds.flatMap((round) => round[side].map(keyOf))),
  );
  const compared = sideBySide(rounds).map(({ figure }) => figure);
  return [...(after ?? [])].filter((key) => before?.has(key) && !compared.includes(key));
}

/** What a second look confirms: worse in both; everything else as the first look says, and no longer worse. */
export function confirmed(first: readonly Beside[], second: readonly Beside[]): readonly Beside[] {
  return first.map((one) => {
    if (one.verdict !== 'worse') return one;
    const again = second.find(({ figure }) => figure === one.figure);
    return again?.verdict === 'worse' ? again : { ...one, verdict: 'same' };
  });
}

const RANK = { worse: 0, same: 1, better: 2 };

/** What is worse comes first, the most so before the rest. */
export const worstFirst = (figures: readonly Beside[]): readonly Beside[] =>
  figures.toSorted((a, b) => RANK[a.verdict] - RANK[b.verdict] || b.change - a.change);

/** A line for each figure. */
export const besideText = (figures: readonly Beside[]): string =>
  worstFirst(figures)
    .map((one) => `  ${one.verdict.padEnd(6)} ${changeText(one)}  ${valuesText(one)}  ${one.figure}`)
    .join('\n');

export const valuesText = ({ before, after, unit }: Beside): string =>
  `${digits(before)} -> ${digits(after)} ${unit}`;

const changeText = ({ change, interval: [low, high] }: Beside): string =>
  Number.isFinite(change) ? `${percent(change)} [${percent(low)} to ${percent(high)}]` : 'not measured';

/** Bytes change by parts of a percent. */
const percent = (part: number): string =>
  `${part < 0 ? '' : '+'}${(part * 100).toFixed(Math.abs(part) < 0.1 ? 1 : 0)} %`;
