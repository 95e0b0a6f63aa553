import { spread } from './method.ts';
import { seeded } from './seeded.ts';

/** Lower and upper end of a confidence interval. */
export type Interval = readonly [low: number, high: number];

const RESAMPLES = 2_000;
/** The standard normal's 97.5th percentile: 95 % lie between it and its negative. */
const Z = 1.959964;

/**
 * 95 % confidence interval of the median: percentiles of the medians of resamples, deterministic for given values.
 * Plain percentiles of few values would be too narrow, so they are widened as Student's t is wider than the normal
 * distribution. NaN if there is no value or one of them is NaN; a single value is its own interval.
 */
export function medianInterval(values: readonly number[], resamples = RESAMPLES): Interval {
  if (values.length === 0 || values.some(Number.isNaN)) return [Number.NaN, Number.NaN];
  const random = seeded(values.length);
  const sample = new Float64Array(values.length);
  const medians = new Float64Array(resamples);
  for (let turn = 0; turn < resamples; turn++) {
    for (let i = 0; i < sample.length; i++)
      sample[i] = values[Math.floor(random() * values.length)] ?? Number.NaN;
    medians[turn] = sortedMedian(sample.sort());
  }
  medians.sort();
  const cut = Math.floor(tailOf(values.length) * resamples);
  return [at(medians, cut), at(medians, resamples - 1 - cut)];
}

/** Share of the resamples beyond each end of the interval, by number of values: 2.5 % for many, less for few. */
function tailOf(count: number): number {
  const freedom = Math.max(1, count - 1);
  // Student's t from the normal quantile, by the first terms of its expansion.
  const student = Z + (Z ** 3 + Z) / (4 * freedom) + (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * freedom ** 2);
  return normalTail(student * Math.sqrt(count / freedom));
}

/** Upper tail of the standard normal distribution beyond `z`, within 1e-5 for z above 0. */
function normalTail(z: number): number {
  const t = 1 / (1 + 0.33267 * z);
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  return density * (0.4361836 * t - 0.1201676 * t ** 2 + 0.937298 * t ** 3);
}

/** Difference of the medians of both halves, as a fraction of the smaller one; 0 for fewer than four values. */
export function drift(values: readonly number[]): number {
  if (values.length < 4) return 0;
  const half = values.length >> 1;
  const [first, second] = [spread(values.slice(0, half)).median, spread(values.slice(-half)).median];
  return Math.max(first, second) / Math.min(first, second) - 1;
}

export interface Line {
  readonly slope: number;
  readonly intercept: number;
}

/** The least-squares line; NaN for fewer than two different x. */
export function fitLine(xs: readonly number[], ys: readonly number[]): Line {
  const n = xs.length;
  const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / n;
  const [meanX, meanY] = [mean(xs), mean(ys)];
  let [products, squares] = [0, 0];
  xs.forEach((x, i) => {
    products += (x - meanX) * ((ys[i] ?? Number.NaN) - meanY);
    squares += (x - meanX) ** 2;
  });
  const slope = squares === 0 ? Number.NaN : products / squares;
  return { slope, intercept: meanY - slope * meanX };
}

/** The power of x with which y grows: 0 is constant, 1 linear. Needs values above 0. */
export const growthPower = (xs: readonly number[], ys: readonly number[]): number =>
  fitLine(xs.map(Math.log), ys.map(Math.log)).slope;

/** Counts of the values in bins of equal width from `start`; values beyond the ends count in the outer bins. */
export function countsIn(values: readonly number[], start: number, width: number, bins: number): number[] {
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) {
    const bin = Math.min(bins - 1, Math.max(0, Math.floor((value - start) / width)));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}

const at = (sorted: Float64Array, index: number): number => sorted[index] ?? Number.NaN;

function sortedMedian(sorted: Float64Array): number {
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? at(sorted, middle) : (at(sorted, middle - 1) + at(sorted, middle)) / 2;
}

/** Text of a measured value with its significant digits. */
export const digits = (value: number): string =>
  Number.isInteger(value)
    ? String(value)
    : value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 0.1 ? 2 : 4);

/** The value that `percent` of the values do not exceed; NaN for an empty list. */
export const percentile = (values: readonly number[], percent: number): number =>
  percentileOfSorted(
    values.toSorted((a, b) => a - b),
    percent,
  );

/** The same for sorted values. */
export const percentileOfSorted = (sorted: readonly number[], percent: number): number =>
  sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
