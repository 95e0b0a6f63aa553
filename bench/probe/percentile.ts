/** The value that so many percent of the others are not above; unknown of none. */
export const percentile = (values: readonly number[], percent: number): number =>
  percentileOfSorted(
    values.toSorted((a, b) => a - b),
    percent,
  );

/** The same of values that rise already. */
export const percentileOfSorted = (sorted: readonly number[], percent: number): number =>
  sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
