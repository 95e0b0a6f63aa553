import type { Comparison, Spread } from './method.ts';
import { countsIn } from './statistics.ts';

/** The goals that the project set itself: the bench's README says what each asks for. */
export const ROWS = [
  'P1',
  'P2',
  'P3',
  'P4',
  'P5',
  'P6',
  'P7',
  'P8',
  'P9',
  'P10',
  'P11',
  'P12',
  'P13',
  'P14',
  'P15',
  'P16',
] as const;

export type Row = (typeof ROWS)[number];

/** One measured figure beside its goal. */
export interface Figure {
  readonly name: string;
  /** The project's goal that it answers for, wholly or in part. */
  readonly row?: Row;
  /** Of `product` and `peer`. */
  readonly unit: string;
  readonly product: Spread;
  /** One value says it all: a weight, a count, or a fit that has its own confidence. */
  readonly once?: true;
  /** What it is measured against; absent where the goal is a bound of its own. */
  readonly peer?: { readonly name: string; readonly cost: Spread };
  /** Product / peer of each repetition; there whenever `peer` is. */
  readonly ratio?: Spread;
  /** The most that the median ratio, or else the product's median, may be. */
  readonly goal: number;
  /** The goal is the least instead of the most. */
  readonly atLeast?: true;
  /** What else was seen, by name. */
  readonly details?: Readonly<Record<string, number | string>>;
  /** How single events were spread, where a median hides it. */
  readonly histogram?: Histogram;
  /** How the cost grows with the work. */
  readonly growth?: Growth;
  /** Why not to trust it, where its values don't say so themselves. */
  readonly doubts?: readonly string[];
}

export interface Histogram {
  readonly unit: string;
  /** Where the first bin begins, and how wide each is. */
  readonly start: number;
  readonly width: number;
  readonly product: readonly number[];
  readonly peer?: readonly number[];
}

export interface Growth {
  /** Of `product` and `peer`, where it is not the figure's own. */
  readonly unit?: string;
  /** What is counted along x. */
  readonly of: string;
  readonly xs: readonly number[];
  readonly product: readonly number[];
  readonly peer?: readonly number[];
}

/** What is held against the goal, and from run to run. */
export const subjectOf = ({ product, ratio }: Pick<Figure, 'product' | 'ratio'>): Spread => ratio ?? product;

/** A figure that could not be measured does not meet its goal. */
export function isMet(figure: Figure): boolean {
  const { median } = subjectOf(figure);
  return figure.atLeast ? median >= figure.goal : median <= figure.goal;
}

const BINS = 40;

/** Both in the same bins, from the least to the 99.5th percentile; the last bin holds what is beyond. */
export function histogramOf(unit: string, product: readonly number[], peer?: readonly number[]): Histogram {
  const all = [...product, ...(peer ?? [])].toSorted((a, b) => a - b);
  const start = all[0] ?? 0;
  const end = all[Math.floor((all.length - 1) * 0.995)] ?? start;
  const width = (end - start || 1) / BINS;
  return {
    unit,
    start,
    width,
    product: countsIn(product, start, width, BINS),
    ...(peer === undefined ? {} : { peer: countsIn(peer, start, width, BINS) }),
  };
}

/** The parts of a figure that a comparison of `product` with one of the others gives. */
export function besides(
  { costs, ratios }: Comparison,
  other: string,
  peerName: string,
): Required<Pick<Figure, 'product' | 'peer' | 'ratio'>> {
  const [product, cost, ratio] = [costs['product'], costs[other], ratios[other]];
  if (product === undefined || cost === undefined || ratio === undefined)
    throw new Error(`${other} was not compared`);
  return { product, peer: { name: peerName, cost }, ratio };
}
