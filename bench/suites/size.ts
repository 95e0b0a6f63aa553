import budgets from '../budgets.json' with { type: 'json' };
import type { Figure, Row } from '../figures/figure.ts';
import { spread } from '../figures/method.ts';
import { builtSizes, ensureBuilt } from '../rig/product-build.ts';

/** The goals' row of parts whose size they limit. */
const ROW: Readonly<Record<string, Row>> = { worker: 'P13' };

/** Download size of every part that has a budget. */
export async function runSize(): Promise<readonly Figure[]> {
  await ensureBuilt();
  const sizes = await builtSizes();
  return Object.entries(budgets.size).map(([part, goal]) => ({
    name: `${part}, brotli`,
    ...(ROW[part] && { row: ROW[part] }),
    unit: 'B',
    // A missing part would have 0 bytes, which must not count as a success.
    product: spread([sizes[part] || Number.NaN]),
    once: true,
    goal,
  }));
}
