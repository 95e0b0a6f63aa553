import budgets from '../budgets.json' with { type: 'json' };
import type { Figure, Row } from '../figures/figure.ts';
import { spread } from '../figures/method.ts';
import { builtSizes, ensureBuilt } from '../rig/product-build.ts';

/** Those whose weight the project's goals bound. */
const ROW: Readonly<Record<string, Row>> = { worker: 'P13' };

/** What a phone downloads: every part that has a budget. */
export async function runSize(): Promise<readonly Figure[]> {
  await ensureBuilt();
  const sizes = await builtSizes();
  return Object.entries(budgets.size).map(([part, goal]) => ({
    name: `${part}, brotli`,
    ...(ROW[part] && { row: ROW[part] }),
    unit: 'B',
    // A part that was not found weighs nothing, and that is no success.
    product: spread([sizes[part] || Number.NaN]),
    once: true,
    goal,
  }));
}
