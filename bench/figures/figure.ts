import { type Comparison, ratioOf, type Spread, spread } from './method.ts';

/*
 * A measured figure and its goal. Suites make figures, judge.ts decides whether to trust them, report/ prints and stores
 * them. Nothing here measures.
 */

/** Numbers of the project's performance goals; the bench's README describes each. */
const GOALS = [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 23, 24, 25, 26, 27, 28] as const;

export type Row = `P${(typeof GOALS)[number]}`;

export const ROWS = GOALS.map((goal): Row => `P${goal}`);

/** One measured figure and its goal. */
export interface Figure {
  readonly name: string;
  /** The goal that the figure belongs to. */
  readonly row?: Row;
  /** Unit of `product` and `peer`. */
  readonly unit: string;
  readonly product: Spread;
  /** One value is enough: a size, a count, or a fit with its own confidence. */
  readonly once?: true;
  /** What the product is compared with; absent if the goal is an absolute bound. */
  readonly peer?: { readonly name: string; readonly cost: Spread };
  /** Product / peer per repetition; present if `peer` is. */
  readonly ratio?: Spread;
  /** Upper bound of the median ratio, or of the product's median if there is no ratio. */
  readonly goal: number;
  /** The goal is a lower bound. */
  readonly atLeast?: true;
  /** Further observations, by name. */
  readonly details?: Readonly<Record<string, number | string>>;
  /** Reasons not to trust the figure that its values do not show. */
  readonly doubts?: readonly string[];
}

/** The value that is compared with the goal and with other runs. */
export const subjectOf = ({ product, ratio }: Pick<Figure, 'product' | 'ratio'>): Spread => ratio ?? product;

/** Whether a figure meets its goal; one that could not be measured (NaN) does not. */
export function isMet(figure: Figure): boolean {
  const { median } = subjectOf(figure);
  return figure.atLeast ? median >= figure.goal : median <= figure.goal;
}

/** The parts of a figure that follow from the costs of product and peer, one per repetition. */
export const versus = (name: string, product: readonly number[], peer: readonly number[]) => ({
  product: spread(product),
  peer: { name, cost: spread(peer) },
  ratio: ratioOf(product, peer),
});

/** The same from a comparison. */
export function besides(costs: Comparison, other: string, peerName: string, of = 'product') {
  const [product, peer] = [costs[of], costs[other]];
  if (product === undefined || peer === undefined) throw new Error(`${other} was not compared`);
  return versus(peerName, product.values, peer.values);
}
