import { spread } from './method.ts';
import { seeded } from './seeded.ts';

/** Both ends of a confidence interval. */
export type Interval = readonly [low: number, high: number];

const RESAMPLES = 2_000;
/** The standard normal's 97.5th percentile: 95 % lie between it and its negative. */
const Z = 1.959964;

/**
 * Where the median lies with 95 % confidence: percentiles of the medians of resamples, the same for the same values.
 * Plain percentiles of so few values would be too narrow; they are moved out as Student's t is wider than the normal.
 * Unknown for no value or one that is none; a single value is its own interval.
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
  // Student's t from the normal, by the first terms of its expansion.
  const student = Z + (Z ** 3 + Z) / (4 * freedom) + (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * freedom ** 2);
  return normalTail(student * Math.sqrt(count / freedom));
}

/** The part of the standard normal beyond `z`, within 1e-5 for z above 0. */
function normalTail(z: number): number {
  const t = 1 / (1 + 0.33267 * z);
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  return density * (0.4361836 * t - 0.1201676 * t ** 2 + 0.937298 * t ** 3);
}

/** How far the second half's median is from the first half's, as a part of the smaller; 0 for fewer than four values. */
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

/** The line of least squares; unknown for fewer than two different x. */
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

/** The power of x that y grows with: 0 is flat, 1 linear. Needs values above 0. */
export const growthPower = (xs: readonly number[], ys: readonly number[]): number =>
  fitLine(xs.map(Math.log), ys.map(Math.log)).slope;

/** How often values fell into bins of equal width from `start` on; what lies beyond the ends is in the last ones. */
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

/** The same of values that rise already. */
export const percentileOfSorted = (sorted: readonly number[], percent: number): number =>
  sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
