/* Compares peers in one run: they alternate, in reverse order on every second repetition. */

export interface Contestant {
  readonly name: string;
  /** One repetition; resolves to its cost in any unit, the same for all contestants. */
  run(): Promise<number> | number;
}

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** One value per repetition, in the order of measurement. */
  readonly values: readonly number[];
}

/** The costs of each contestant. */
export type Comparison = Readonly<Record<string, Spread>>;

/**
 * Runs every contestant `repetitions` times, by turns.
 * @param warmUps turns of each contestant before the first one that counts
 */
export async function compare(
  contestants: readonly Contestant[],
  repetitions: number,
  warmUps = 1,
): Promise<Comparison> {
  const costs = new Map<string, number[]>(contestants.map(({ name }) => [name, []]));
  for (let turn = 0; turn < warmUps; turn++) for (const { run } of contestants) await run();
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const order = repetition % 2 === 0 ? contestants : contestants.toReversed();
    for (const { name, run } of order) costs.get(name)?.push(await run());
  }
  return Object.fromEntries([...costs].map(([name, values]) => [name, spread(values)]));
}

/** Ratios within each repetition, so that a slow moment of the machine cancels out. */
export const ratioOf = (product: readonly number[], peer: readonly number[]): Spread =>
  spread(peer.map((cost, i) => (product[i] ?? Number.NaN) / cost));

/** Median, minimum and maximum; NaN without values. */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2;
  return { median, min: at(0), max: at(sorted.length - 1), values };
}
