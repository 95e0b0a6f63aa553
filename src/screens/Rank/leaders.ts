import type { Leader } from '../../../shared/contract/leaders.ts';

/** What the ranking may be by. */
export const ORDERS = ['rate', 'winRate', 'profit'] as const;
export type RankOrder = (typeof ORDERS)[number];

/** The best first; equal ones as the exchange lists them. */
export const ranked = (list: readonly Leader[], by: RankOrder): readonly Leader[] =>
  list.toSorted((a, b) => b[by] - a[by]);

/** Rates are percent with decimals; the formatters take integer hundredths. */
export const hundredths = (percent: number): number => Math.round(percent * 100);

/** Units of a leader's curve, whatever its size on the screen. */
export const CURVE = { width: 320, height: 56 } as const;

/** The gains as an SVG path from edge to edge, and the height of zero. */
export function leaderCurve(gains: readonly number[]): { readonly path: string; readonly zero: number } {
  const { width, height } = CURVE;
  const [low, high] = [Math.min(0, ...gains), Math.max(0, ...gains)];
  const y = (gain: number): number =>
    high === low ? height / 2 : Math.round(((high - gain) / (high - low)) * height * 10) / 10;
  const step = width / Math.max(1, gains.length - 1);
  const path = gains
    .map((gain, at) => `${at === 0 ? 'M' : 'L'}${(at * step).toFixed(1)} ${y(gain)}`)
    .join('');
  return { path, zero: y(0) };
}
