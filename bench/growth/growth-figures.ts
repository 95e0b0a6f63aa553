import type { Figure } from '../figures/figure.ts';
import { compare, spread } from '../figures/method.ts';
import { growthPower } from '../figures/statistics.ts';

export interface Grown {
  readonly name: string;
  /** What x counts. */
  readonly of: string;
  readonly xs: readonly number[];
  /** Cost at each x, all above 0; one list per repetition. */
  readonly costs: readonly (readonly number[])[];
  readonly unit: string;
  readonly goal: number;
  readonly details?: Figure['details'];
}

/** The cost of each size in turns, one list per repetition. @param cost of the size at a place of `xs` */
export async function costsBySize(
  xs: readonly number[],
  cost: (at: number) => Promise<number> | number,
  repetitions: number,
  warmUps: number,
): Promise<Grown['costs']> {
  const sizes = xs.map((x, at) => ({ name: String(x), run: () => cost(at) }));
  const costs = await compare(sizes, repetitions, warmUps);
  return Array.from({ length: repetitions }, (_, turn) =>
    xs.map((x) => costs[String(x)]?.values[turn] ?? Number.NaN),
  );
}

/** The power of x with which a cost grows (0 for constant, 1 for linear), and the cost at both ends. */
export function grownFigure({ name, of, xs, costs, unit, goal, details }: Grown): Figure {
  const typical = xs.map((_, at) => spread(costs.map((one) => one[at] ?? Number.NaN)).median);
  const ends = `${rounded(typical[0])} at ${xs[0]}, ${rounded(typical.at(-1))} at ${xs.at(-1)}`;
  return {
    name,
    row: 'P15',
    unit: `power of ${of}`,
    product: spread(costs.map((one) => growthPower(xs, one))),
    goal,
    details: { [unit]: ends, ...details },
  };
}

const rounded = (value = Number.NaN): string => String(Number(value.toPrecision(3)));
