import type { Figure } from './figure.ts';
import { judged } from './judge.ts';
import { type Spread, spread } from './method.ts';

/** Runs of a suite; a figure that is noisy after all of them stays so. */
const MOST_RUNS = 5;

/** Repeats a suite until no figure is noisy for its values alone, and puts the repetitions of all runs together. */
export async function untilStable(
  run: () => Promise<readonly Figure[]>,
  most = MOST_RUNS,
): Promise<readonly Figure[]> {
  let figures = await run();
  for (let runs = 1; runs < most && figures.some(isUnstable); runs++) {
    console.error(`  noisy figures: ${figures.filter(isUnstable).length}; once more`);
    const again = await run();
    figures = figures.map((figure) => {
      const next = again.find(({ name }) => name === figure.name);
      return next === undefined || figure.once ? figure : together(figure, next);
    });
  }
  return figures;
}

const isUnstable = (figure: Figure): boolean => !figure.doubts?.length && judged('', figure).noise.length > 0;

function together(one: Figure, next: Figure): Figure {
  const both = (first: Spread, second: Spread) => spread([...first.values, ...second.values]);
  return {
    ...one,
    product: both(one.product, next.product),
    ...(one.peer && next.peer && { peer: { ...one.peer, cost: both(one.peer.cost, next.peer.cost) } }),
    ...(one.ratio && next.ratio && { ratio: both(one.ratio, next.ratio) }),
  };
}
