import budgets from '../budgets.json' with { type: 'json' };
import type { Figure, Row } from '../figures/figure.ts';
import { spread } from '../figures/method.ts';
import { builtSizes, ensureBuilt } from '../rig/product-build.ts';

/** The goals' row of sizes that they limit. */
const ROW: Readonly<Record<string, Row>> = { workerOfAll: 'P13' };

/** Download sizes that have a budget. */
export async function runSize(): Promise<readonly Figure[]> {
  await ensureBuilt();
  const sizes = await builtSizes();
  return Object.entries(budgets.size).map(([part, goal]) => ({
    name: `${part}, brotli`,
    ...(ROW[part] && { row: ROW[part] }),
    unit: 'B',
    // A missing size must not count as a success.
    product: spread([sizes[part] ?? Number.NaN]),
    once: true,
    goal,
  }));
}
