import budgets from '../budgets.json' with { type: 'json' };
import { builtSizes, ensureBuilt, type Sizes } from '../built.ts';
import type { Figure } from '../figure.ts';
import { spread } from '../method.ts';

const NAMES: Readonly<Record<keyof Sizes, string>> = {
  firstRouteJs: 'first-route JS, brotli',
  css: 'CSS, brotli',
  chart: 'chart chunk, brotli',
  workerOwn: 'worker, brotli',
};

/** What a phone downloads. */
export async function runSize(): Promise<readonly Figure[]> {
  await ensureBuilt();
  const sizes = await builtSizes();
  return (['firstRouteJs', 'css', 'chart', 'workerOwn'] as const).map((part) => ({
    name: NAMES[part],
    unit: 'B',
    // A part that was not found weighs nothing, and that is no success.
    product: spread([sizes[part] === 0 ? Number.NaN : sizes[part]]),
    goal: budgets.bytes[part],
  }));
}
