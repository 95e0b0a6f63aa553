import budgets from '../budgets.json' with { type: 'json' };
import { builtSizes, ensureBuilt } from '../built.ts';
import type { Figure } from '../figure.ts';
import { spread } from '../method.ts';

/** What a phone downloads: every part that has a budget. */
export async function runSize(): Promise<readonly Figure[]> {
  await ensureBuilt();
  const sizes = await builtSizes();
  return Object.entries(budgets.size).map(([part, goal]) => ({
    name: `${part}, brotli`,
    unit: 'B',
    // A part that was not found weighs nothing, and that is no success.
    product: spread([sizes[part] || Number.NaN]),
    goal,
  }));
}
