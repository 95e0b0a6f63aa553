/** How peers are compared: in one run, taking turns, the order turned round on every other repetition. */

export interface Contestant {
  readonly name: string;
  /** One repetition; resolves to its cost in any unit, the same for all contestants. */
  run(): Promise<number> | number;
}

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** One of each repetition, in the order in which they were taken. */
  readonly values: readonly number[];
}

export interface Comparison {
  readonly costs: Readonly<Record<string, Spread>>;
  /** Of each repetition: cost of the first contestant / cost of the other. */
  readonly ratios: Readonly<Record<string, Spread>>;
}

/** Runs every contestant `repetitions` times after one warm-up each and compares the first with the others. */
export async function compare(contestants: readonly Contestant[], repetitions: number): Promise<Comparison> {
  const costs = new Map<string, number[]>(contestants.map(({ name }) => [name, []]));
  for (const contestant of contestants) await contestant.run();
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const order = repetition % 2 === 0 ? contestants : contestants.toReversed();
    for (const { name, run } of order) costs.get(name)?.push(await run());
  }
  const [first, ...others] = contestants;
  const ofFirst = costs.get(first?.name ?? '') ?? [];
  return {
    costs: Object.fromEntries([...costs].map(([name, values]) => [name, spread(values)])),
    ratios: Object.fromEntries(others.map(({ name }) => [name, ratioOf(ofFirst, costs.get(name) ?? [])])),
  };
}

/** Cost by cost of the same repetition, so that a slow moment of the machine cancels out. */
export const ratioOf = (product: readonly number[], peer: readonly number[]): Spread =>
  spread(product.map((cost, i) => cost / (peer[i] ?? Number.NaN)));

/** Median and both ends; unknown when there is no value. */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2;
  return { median, min: at(0), max: at(sorted.length - 1), values };
}
