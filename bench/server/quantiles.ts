import { percentileOfSorted } from '../probe/percentile.ts';
import type { Quantiles } from './load.ts';

export function quantilesOf(times: readonly number[]): Quantiles {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (percent: number) => percentileOfSorted(sorted, percent);
  return { p50: at(50), p99: at(99), max: at(100) };
}
