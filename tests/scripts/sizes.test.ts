import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { root } from '../architecture/sources.ts';

type Sizes = Readonly<Record<string, number>>;

interface SizesScript {
  compareSizes(
    sizes: Sizes,
    budgets: Sizes,
    record: Sizes,
  ): { readonly lines: string[]; readonly over: string[] };
}

const { compareSizes }: SizesScript = await import(pathToFileURL(join(root, 'scripts', 'sizes.mjs')).href);

const columns = (lines: readonly string[]) => lines.map((line) => line.split(/\s{2,}/));

it('a part may become larger than it was, which its line says; only a budget has a limit', () => {
  const { lines, over } = compareSizes(
    { whole: 1_000, part: 900, smaller: 5, same: 7, added: 3 },
    { whole: 1_000 },
    { whole: 990, part: 100, smaller: 9, same: 7 },
  );
  expect(over).toEqual([]);
  expect(columns(lines)).toEqual([
    ['whole', '1000', '+10', 'of 1000'],
    ['part', '900', '+800'],
    ['smaller', '5', '-4'],
    ['same', '7'],
    ['added', '3', 'new'],
  ]);
});

it('a size over its budget is named, and so is a budget without a size', () => {
  const { lines, over } = compareSizes(
    { whole: 1_001, other: 1 },
    { whole: 1_000, other: 1, missing: 1 },
    {},
  );
  expect(over).toEqual(['whole', 'missing']);
  expect(columns(lines)[0]).toEqual(['whole', '1001', 'new', 'of 1000, over budget']);
});
