import budgets from '../budgets.json' with { type: 'json' };
import { subjectOf } from '../figures/figure.ts';
import { type Judged, keyOf, relativeChange } from '../figures/judge.ts';
import { isAsked } from '../figures/planned.ts';
import { digits } from '../figures/statistics.ts';
import { SUITES } from '../suites/suites.ts';
import { type Result, type Run, runOf } from './run-result.ts';

interface Change {
  readonly kind: 'worse' | 'better';
  readonly figure: string;
  readonly before: number;
  readonly after: number;
  readonly unit: string;
  /** Relative difference, as a fraction of the smaller one; infinite if one is unknown. */
  readonly part: number;
  /** Whether one of the two was marked as noisy. */
  readonly noisy: boolean;
}

export interface Differences {
  readonly changes: readonly Change[];
  /** Figures that were not compared, and the reason. */
  readonly skipped: readonly { readonly figure: string; readonly why: string }[];
  /** Figures that only one of the two results has. */
  readonly unpaired: readonly string[];
}

/** Changes beyond noise: the intervals do not overlap, and the change exceeds the threshold in the budgets. */
export function differences(before: Result, after: Result, limits: Limits = budgets.change): Differences {
  const old = new Map(before.figures.map((figure) => [keyOf(figure), figure]));
  const changes: Change[] = [];
  const skipped: Differences['skipped'][number][] = [];
  const unpaired = new Set(old.keys());
  for (const figure of after.figures) {
    const key = keyOf(figure);
    const was = old.get(key);
    if (was === undefined) {
      unpaired.add(key);
      continue;
    }
    unpaired.delete(key);
    const why = unlike(runOf(before, figure.suite), runOf(after, figure.suite), figure);
    const change = why === undefined ? changeOf(was, figure, limits) : undefined;
    if (why !== undefined) skipped.push({ figure: key, why });
    if (change !== undefined) changes.push(change);
  }
  // A figure is not missing if its suite did not run this time, or if only others were asked for.
  const ran = new Set(after.figures.map(({ suite }) => suite));
  const missing = [...unpaired].filter((key) => {
    const suite = key.slice(0, key.indexOf(':'));
    return ran.has(suite) && isAsked(runOf(after, suite).options.only, key);
  });
  return { changes, skipped, unpaired: missing };
}

interface Limits {
  readonly least: number;
  readonly leastWhenNoisy: number;
  readonly ofSuite: Readonly<Record<string, number>>;
}

/** The reason why two figures cannot be compared; undefined if they can. */
function unlike(before: Run, after: Run, figure: Judged): string | undefined {
  const { machine: there, options: then } = before;
  const { machine: here, options: now } = after;
  if (isTime(figure) && (there.cpu !== here.cpu || there.cores !== here.cores))
    return 'measured on another machine';
  const { shapedBy = [], browser } = SUITES.find(({ name }) => name === figure.suite) ?? {};
  const other = shapedBy.find((option) => then[option] !== now[option]);
  if (browser && Boolean(then.connect) !== Boolean(now.connect)) return 'measured with another --connect';
  return other === undefined ? undefined : `measured with another --${other}`;
}

export const isTime = ({ ratio, unit }: Judged): boolean => ratio === undefined && /^(µs|ms|s)\b/.test(unit);

function changeOf(was: Judged, is: Judged, limits: Limits): Change | undefined {
  const [before, after] = [subjectOf(was).median, subjectOf(is).median];
  const noisy = was.noise.length > 0 || is.noise.length > 0;
  const unit = is.ratio === undefined ? is.unit : 'x';
  const changed = (kind: Change['kind'], part: number): Change => ({
    kind,
    figure: keyOf(is),
    before,
    after,
    unit,
    part,
    noisy,
  });
  if (!Number.isFinite(after))
    return Number.isFinite(before) ? changed('worse', Number.POSITIVE_INFINITY) : undefined;
  if (!Number.isFinite(before)) return changed('better', Number.POSITIVE_INFINITY);
  if (!(is.interval[0] > was.interval[1] || was.interval[0] > is.interval[1])) return undefined;
  const least = noisy ? limits.leastWhenNoisy : (limits.ofSuite[is.suite] ?? limits.least);
  const change = relativeChange(is, before, after);
  return Math.abs(change) > least ? changed(change > 0 ? 'worse' : 'better', Math.abs(change)) : undefined;
}

export const isRegression = ({ changes }: Differences): boolean =>
  changes.some(({ kind }) => kind === 'worse');

export const digitsText = ({ before, after, unit }: Change): string =>
  `${digits(before)} -> ${digits(after)} ${unit}`;

/** The differences as text, the worst first. */
export function differencesText({ changes, skipped, unpaired }: Differences, since: string): string {
  const byPart = changes.toSorted(
    (a, b) => b.kind.localeCompare(a.kind) || (a.part === b.part ? 0 : b.part - a.part),
  );
  const lines = byPart.map(
    (one) => `  ${one.kind}  ${one.figure}: ${digitsText(one)}${one.noisy ? ' (noisy)' : ''}`,
  );
  return [
    changes.length === 0
      ? `Nothing changed beyond noise since ${since}.`
      : `Changed beyond noise since ${since}:`,
    ...lines,
    ...unpaired.map((key) => `  only in one of the two: ${key}`),
    ...skipped.map(({ figure, why }) => `  not compared, ${why}: ${figure}`),
  ].join('\n');
}
