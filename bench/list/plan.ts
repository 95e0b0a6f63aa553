import type { Options } from '../options.ts';

/** An exchange and the pages that are measured on it. */
export interface Stage {
  /** Ticks a second; a recording has its own rate. */
  readonly rate: number;
  readonly throttle: number;
  /** Whether pages built with third-party packages are measured too; they take long. */
  readonly others: boolean;
}

export interface ListPlan {
  /** Stages, run one after the other. */
  readonly stages: readonly Stage[];
  /** Whether a low and a high rate are compared. */
  readonly isApart: boolean;
}

/** CPU slowdown of a slow phone. */
const SLOW_PHONE = 6;

/**
 * Plans a stage for each rate, with third-party pages at the highest. If only one rate is requested, the comparison of
 * rates and the slow phone are left out.
 */
export function listPlan({
  quick,
  throttle,
  rates,
  recording,
  peers,
}: Pick<Options, 'quick' | 'throttle' | 'rates' | 'recording' | 'peers'>): ListPlan {
  const played = recording === undefined ? rates : rates.slice(0, 1);
  const highest = Math.max(...played);
  const stage = (rate: number, slowdown: number): Stage => ({
    rate,
    throttle: slowdown,
    others: peers && !quick && rate === highest,
  });
  const isApart = played.length > 1;
  return {
    stages: [
      ...played.map((rate) => stage(rate, throttle)),
      ...(isApart && throttle === 1 ? [stage(highest, SLOW_PHONE)] : []),
    ],
    isApart,
  };
}
