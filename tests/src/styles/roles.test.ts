import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root, sourcesOf } from '../../architecture/sources.ts';

const classesOf = (sheet: string) =>
  [...readFileSync(join(root, 'src', 'styles', sheet), 'utf8').matchAll(/^ *\.([\w-]+)(?=[ ,])/gm)].map(
    ([, name = '']) => name,
  );

/** Class names that components write as text; those of a style sheet of their own are properties of `styles`. */
const used = new Set(
  sourcesOf('src').flatMap(({ text }) =>
    [...text.matchAll(/className="([^"]+)"|`([a-z -]+) \$\{styles\./g)].flatMap(([, alone, beside = '']) =>
      (alone ?? beside).split(' '),
    ),
  ),
);

it('components use only class names that the global style sheets have', () => {
  const known = ['base.css', 'boot.css', 'quote-row.css'].flatMap(classesOf);
  expect(used.size).toBeGreaterThan(10);
  expect([...used].filter((name) => !known.includes(name))).toEqual([]);
});

it('every global class is used', () => {
  expect(classesOf('base.css').filter((name) => !used.has(name))).toEqual([]);
});
