import type { Figure } from './figure.ts';
import type { Comparison } from './method.ts';

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
