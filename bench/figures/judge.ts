import budgets from '../budgets.json' with { type: 'json' };
import { type Figure, isMet, subjectOf } from './figure.ts';
import { digits, drift, type Interval, medianInterval } from './statistics.ts';

/** A figure of a suite and how far to trust it. */
export interface Judged extends Omit<Figure, 'doubts' | 'once'> {
  readonly suite: string;
  /** 95 % interval of the median that is compared with the goal. */
  readonly interval: Interval;
  /** Reasons not to trust the figure; empty if it can be trusted. */
  readonly noise: readonly string[];
}

/** Adds noise for too few repetitions, a wide interval, or a peer that drifted during the run. */
export function judged(suite: string, asked: Figure, limits = budgets.noise): Judged {
  const { doubts = [], once, ...figure } = asked;
  const interval = medianInterval(subjectOf(figure).values);
  return {
    ...figure,
    suite,
    interval,
    noise: [...doubts, ...(once ? [] : noiseOf(figure, interval, limits))],
  };
}

/**
 * The verdict of `--check`: certain only if the whole interval lies on one side of the goal, which takes two repetitions, and if
 * nothing but the values speaks against the figure. Sizes and counts need one.
 */
export function checked(figure: Figure): 'met' | 'missed' | 'unclear' {
  const { doubts = [], once, goal, atLeast } = figure;
  const { values } = subjectOf(figure);
  if (doubts.length > 0 || (values.length < 2 && !once)) return 'unclear';
  if (once) return isMet(figure) ? 'met' : 'missed';
  const [low, high] = medianInterval(values);
  if (atLeast ? high < goal : low > goal) return 'missed';
  return (atLeast ? low >= goal : high <= goal) ? 'met' : 'unclear';
}

/** Identifies a figure across runs. */
export const keyOf = ({ suite, name }: Pick<Judged, 'suite' | 'name'>): string => `${suite}: ${name}`;

function noiseOf(figure: Figure, [low, high]: Interval, limits: typeof budgets.noise): readonly string[] {
  const { values, median } = subjectOf(figure);
  const noise: string[] = [];
  if (values.length < limits.leastRepetitions)
    noise.push(values.length === 1 ? 'only 1 repetition' : `only ${values.length} repetitions`);
  const width = high === low ? 0 : (high - low) / Math.max(Math.abs(median), leastScale(figure));
  if (!(width <= limits.widestInterval)) noise.push(widthText(width, low, high));
  const moved = drift(figure.peer?.cost.values ?? []);
  if (moved > limits.referenceDrift) noise.push(`the peer changed by ${percent(moved)} during the run`);
  return noise;
}

/** Lower bound of the scale for relative widths: a quarter of the goal for values that may be near zero; none for ratios. */
const leastScale = ({ ratio, goal }: Pick<Figure, 'ratio' | 'goal'>): number =>
  ratio === undefined ? Math.abs(goal) / 4 : 0;

/** Change as a fraction of the smaller value, above 0 for worse. */
export function relativeChange(figure: Judged, was: number, is: number): number {
  const scale = Math.max(Math.min(Math.abs(was), Math.abs(is)), leastScale(figure));
  return was === is ? 0 : ((is - was) / scale) * (figure.atLeast ? -1 : 1);
}

const widthText = (width: number, low: number, high: number): string =>
  Number.isFinite(width)
    ? `interval ${percent(width)} wide`
    : `interval from ${digits(low)} to ${digits(high)}`;

const percent = (part: number): string => `${(part * 100).toFixed(0)} %`;
