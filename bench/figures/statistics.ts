import { spread } from './method.ts';

/** Lower and upper end of a confidence interval. */
export type Interval = readonly [low: number, high: number];

/**
 * 95 % confidence interval of the median: the pair of sorted values that leaves out as many at each end as a fair coin may fall
 * on one side, by the normal approximation. Of eight values or fewer these are the least and the most. NaN if there is no
 * value or one of them is NaN.
 */
export function medianInterval(values: readonly number[]): Interval {
  if (values.some(Number.isNaN)) return [Number.NaN, Number.NaN];
  const sorted = values.toSorted((a, b) => a - b);
  const { length } = sorted;
  const left = Math.max(0, Math.floor((length - 1 - 1.96 * Math.sqrt(length)) / 2));
  return [sorted[left] ?? Number.NaN, sorted[length - 1 - left] ?? Number.NaN];
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
