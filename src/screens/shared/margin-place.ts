import { railPlace } from '../../components/Rail.tsx';

/** The rail runs from 25 % to 2,500 % on a logarithmic scale: what matters lies at its low end. */
const LOWEST = 2_500;
const DECADES = 2;

/** Where a margin level (hundredths of a percent) stands on its rail. */
export function marginPlace(level: number): number;
export function marginPlace(level: number | undefined): number | undefined;
export function marginPlace(level: number | undefined): number | undefined {
  if (level === undefined) return undefined;
  return railPlace(level > LOWEST ? Math.log10(level / LOWEST) / DECADES : 0);
}
