import budgets from '../budgets.json' with { type: 'json' };
import { type Figure, subjectOf } from './figure.ts';
import { digits, drift, type Interval, medianInterval } from './statistics.ts';

/** A figure of a suite with what may be believed of it. */
export interface Judged extends Omit<Figure, 'doubts' | 'once'> {
  readonly suite: string;
  /** Where the median of what is held against the goal lies, 95 %. */
  readonly interval: Interval;
  /** Why not to trust it; none when it may be trusted. */
  readonly noise: readonly string[];
}

/** What a run of fewer repetitions, a wide interval or a reference that moved meanwhile says about a figure. */
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

/** By this a figure is known from run to run. */
export const keyOf = ({ suite, name }: Pick<Judged, 'suite' | 'name'>): string => `${suite}: ${name}`;

function noiseOf(figure: Figure, [low, high]: Interval, limits: typeof budgets.noise): readonly string[] {
  const { values, median } = subjectOf(figure);
  const noise: string[] = [];
  if (values.length < limits.leastRepetitions)
    noise.push(values.length === 1 ? 'only 1 repetition' : `only ${values.length} repetitions`);
  const width = high === low ? 0 : (high - low) / Math.max(Math.abs(median), leastScale(figure));
  if (!(width <= limits.widestInterval)) noise.push(widthText(width, low, high));
  const moved = drift(figure.peer?.cost.values ?? []);
  if (moved > limits.referenceDrift) noise.push(`the peer moved by ${percent(moved)} meanwhile`);
  return noise;
}

/** What a value is held against where it is smaller, as a power or a count may be: a quarter of its goal. A ratio never is. */
export const leastScale = ({ ratio, goal }: Pick<Figure, 'ratio' | 'goal'>): number =>
  ratio === undefined ? Math.abs(goal) / 4 : 0;

const widthText = (width: number, low: number, high: number): string =>
  Number.isFinite(width)
    ? `interval ${percent(width)} wide`
    : `interval from ${digits(low)} to ${digits(high)}`;

const percent = (part: number): string => `${(part * 100).toFixed(0)} %`;
