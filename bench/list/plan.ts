import type { Options } from '../options.ts';

/** One exchange with the pages that are measured on it. */
export interface Stage {
  /** Ticks a second; a recording has its own. */
  readonly rate: number;
  readonly throttle: number;
  /** Whether pages of other makers are measured as well: they are dear. */
  readonly others: boolean;
}

export interface ListPlan {
  /** One after the other. */
  readonly stages: readonly Stage[];
  /** Whether rates far apart are held beside one another. */
  readonly isApart: boolean;
}

/** How much slower its CPU is. */
const SLOW_PHONE = 6;

/** Each rate, other makers at the highest. Where one rate is asked for, rates far apart and a slow phone are not of interest. */
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
