import budgets from '../budgets.json' with { type: 'json' };
import type { Figure } from '../figures/figure.ts';
import { spread } from '../figures/method.ts';
import { fitLine } from '../figures/statistics.ts';
import type { Gauges } from './gauges.ts';
import type { SoakReport } from './soak.ts';

/** After this time the recorder's ring of the last minutes is full and does not grow. */
const RECORD_FULL_MIN = 3;
/** Share of a shorter run that is left out while caches fill. */
const WARM_UP = 1 / 2;

/** The readings after the warm-up, over which nothing should grow. */
export function settled(readings: readonly Gauges[]): readonly Gauges[] {
  const end = readings.at(-1)?.minutes ?? 0;
  const from = isLong(end) ? RECORD_FULL_MIN : end * WARM_UP;
  return readings.filter(({ minutes }) => minutes >= from);
}

/** Whether a run lasts long enough to judge the worker's memory. */
export const isLong = (minutes: number): boolean => minutes >= 2 * RECORD_FULL_MIN;

const LEAST_READINGS = 5;
/** One-sided 97.5 % quantile of the normal distribution, in standard errors. */
const CERTAIN = 1.96;

export const TOO_SHORT = 'the run was too short to judge';

/**
 * Lower bound of the growth per minute. If the run was too short, it is 0 and marked as doubtful.
 */
export function trendFigure(
  readings: readonly Gauges[],
  of: Exclude<keyof Gauges, 'minutes'>,
  name: string,
  unit: string,
  goal: number,
): Figure {
  const late = settled(readings);
  const { slope, error } = slopeOf(
    late.map(({ minutes }) => minutes),
    late.map((one) => one[of] ?? Number.NaN),
  );
  const isKnown = Number.isFinite(error);
  return {
    name,
    row: 'P15',
    unit: `${unit}/min, lower bound`,
    // A slope that does not differ significantly from 0 counts as 0.
    product: spread([isKnown ? Math.max(0, slope - CERTAIN * error) : 0]),
    once: true,
    goal,
    ...(isKnown ? {} : { doubts: [TOO_SHORT] }),
    details: {
      [`${unit}, first and last`]: `${rounded(late[0]?.[of])}, ${rounded(late.at(-1)?.[of])}`,
      [`fitted ${unit}/min`]: isKnown ? `${slope.toFixed(1)}, standard error ${error.toFixed(1)}` : TOO_SHORT,
    },
  };
}

/** Slope of the least-squares line and its standard error, which is infinite with too few points. */
export function slopeOf(
  xs: readonly number[],
  ys: readonly number[],
): { readonly slope: number; readonly error: number } {
  const { slope, intercept } = fitLine(xs, ys);
  const mean = xs.reduce((sum, x) => sum + x, 0) / xs.length;
  let [misses, width] = [0, 0];
  xs.forEach((x, at) => {
    misses += ((ys[at] ?? Number.NaN) - intercept - slope * x) ** 2;
    width += (x - mean) ** 2;
  });
  return {
    slope,
    error:
      xs.length < LEAST_READINGS ? Number.POSITIVE_INFINITY : Math.sqrt(misses / (xs.length - 2) / width),
  };
}

const rounded = (value = Number.NaN): string => value.toFixed(0);

/**
 * Costs of the app while it is left open. The CPU of a short run is marked as doubtful: the app is used far more often
 * than in an hour's run.
 */
export function costFigures(report: SoakReport, minutes: number): readonly Figure[] {
  const goals = budgets.soak;
  const figure = (name: string, unit: string, value: number, goal: number): Figure => ({
    name,
    unit,
    product: spread([value]),
    goal,
  });
  const doubts = isLong(minutes) ? {} : { doubts: [TOO_SHORT] };
  const { cpuPerMinute, workerLoad, pageBytesPerSecond, workerBytesPerSecond } = report;
  return [
    { ...figure('browser CPU', 's/min', cpuPerMinute, goals.browserCpuSPerMinute), ...doubts },
    { ...figure('worker CPU', 'ms/s', workerLoad * 1000, goals.workerCpuMsPerSecond), ...doubts },
    figure('page allocations', 'kB/s', pageBytesPerSecond / 1024, goals.pageAllocatedKbPerSecond),
    figure('worker allocations', 'kB/s', workerBytesPerSecond / 1024, goals.workerAllocatedKbPerSecond),
  ];
}
