import type { Figure } from '../figure.ts';
import { spread } from '../method.ts';
import { fitLine } from '../statistics.ts';
import type { Gauges } from './gauges.ts';

/** By then the engine's record of the last minutes is full, and grows no more. */
export const RECORD_FULL_MIN = 3;
/** Of a run that ends before that, so much is left out for caches to fill. */
const WARM_UP = 1 / 3;

/** Readings from which on nothing should grow. */
export function settled(readings: readonly Gauges[]): readonly Gauges[] {
  const end = readings.at(-1)?.minutes ?? 0;
  const from = isLong(end) ? RECORD_FULL_MIN : end * WARM_UP;
  return readings.filter(({ minutes }) => minutes >= from);
}

/** Whether a run lasts long enough to judge the worker's memory. */
export const isLong = (minutes: number): boolean => minutes >= 2 * RECORD_FULL_MIN;

/** How fast something grew, a minute, with the curve of the whole run. */
export function trendFigure(
  readings: readonly Gauges[],
  of: Exclude<keyof Gauges, 'minutes'>,
  name: string,
  unit: string,
  goal: number,
): Figure {
  const late = settled(readings);
  const { slope } = fitLine(
    late.map(({ minutes }) => minutes),
    late.map((one) => one[of]),
  );
  return {
    name,
    unit: `${unit} a minute`,
    product: spread([slope]),
    goal,
    growth: {
      of: 'minutes',
      xs: readings.map(({ minutes }) => minutes),
      product: readings.map((one) => one[of]),
    },
    details: { [`${unit}, first and last`]: `${rounded(late[0]?.[of])}, ${rounded(late.at(-1)?.[of])}` },
  };
}

const rounded = (value = Number.NaN): string => value.toFixed(0);
