import { type Money, money } from '../../../shared/domain/money.ts';
import type { Performance } from './performance.ts';

/** Units of the drawing, whatever its size on the screen. */
export const CURVE = { width: 320, height: 120 } as const;
/** A change of the equity below this share of its first value does not fill the height. */
const LEAST_SHARE = 0.002;
const CENT = 10_000;
/** Every known value has a dot if there are at most so many; otherwise only the last one. */
const FEW = 8;
export const MAX_TICKS = 5;

/** A tick of the number axis. */
interface Tick {
  readonly worth: Money;
  /** Distance from the top. */
  readonly y: number;
}

export interface EquityCurve {
  /** SVG path of the line. */
  readonly path: string;
  /** SVG path of points: strokes of no length. */
  readonly dots: string;
  /** Distance of the first value from the top. */
  readonly start: number;
  /** From the lowest to the highest, at most `MAX_TICKS`; both are ends of the drawing. */
  readonly ticks: readonly Tick[];
  /** Decimals with which all ticks are exact. */
  readonly decimals: 0 | 2;
}

/** What the days begin with; for an account that was opened on them, what was first paid in. Undefined if it is not known. */
export const openingOf = ({ days, base, transfers }: Performance): Money | undefined =>
  base === undefined || base > 0 ? base : (days[0]?.transfers ?? transfers);

/**
 * The equity at the ends of the days as a line; its last point is the equity now. Days without a known one are left out.
 * The ends of the number axis are round, so that they seldom move, and at least a five-hundredth of the first value
 * apart: a loss of a cent must not look like a fall.
 */
export function equityCurve(of: Performance, equity: Money): EquityCurve {
  const { width, height } = CURVE;
  const { days } = of;
  const opening = openingOf(of);
  const points = opening === undefined ? [] : [{ x: 0, worth: opening }];
  for (const [at, day] of days.entries()) {
    const isLast = at === days.length - 1;
    const worth = isLast ? equity : day.equity;
    if (worth !== undefined) points.push({ x: ((at + 1) / days.length) * width, worth });
  }
  const first = points[0]?.worth ?? equity;
  const worths = points.map(({ worth }) => worth);
  const [lowest, highest] = [Math.min(...worths), Math.max(...worths)];
  const least = Math.max(2 * CENT, Math.abs(first) * LEAST_SHARE);
  const ticks =
    highest - lowest < least
      ? ticksOf(Math.min(first - least / 2, lowest), Math.max(first + least / 2, highest))
      : ticksOf(lowest, highest);
  const [low = first, high = first] = [ticks.at[0], ticks.at.at(-1)];
  const y = (worth: number): number => Math.round(((high - worth) / (high - low)) * height * 4) / 4;
  const place = ({ x, worth }: { readonly x: number; readonly worth: number }) =>
    `${x.toFixed(1)} ${y(worth)}`;
  return {
    path: points.map((point, at) => `${at === 0 ? 'M' : 'L'}${place(point)}`).join(''),
    dots: (points.length > FEW ? points.slice(-1) : points).map((point) => `M${place(point)}h0`).join(''),
    start: y(first),
    ticks: ticks.at.map((worth) => ({ worth, y: y(worth) })),
    decimals: ticks.step % (100 * CENT) === 0 ? 0 : 2,
  };
}

/** Two to five multiples of 1, 2 or 5 times a power of ten that enclose two amounts. */
function ticksOf(low: number, high: number): { readonly at: readonly Money[]; readonly step: number } {
  const least = (high - low) / 3;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = Math.max(
    CENT,
    Math.round(([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power),
  );
  const [from, to] = [Math.floor(low / step), Math.ceil(high / step)];
  return { at: Array.from({ length: to - from + 1 }, (_, at) => money((from + at) * step)), step };
}
