import { expect, it } from 'vitest';
import { readOptions } from '../../bench/options.ts';
import { runAll } from '../../bench/suites/progress.ts';
import { SUITES as KNOWN } from '../../bench/suites/suites.ts';

it('a failing suite is reported, and the others keep their figures', async () => {
  const all = KNOWN.filter(({ name }) => ['size', 'engine', 'transport'].includes(name));
  const options = readOptions([], []);
  if (options === undefined) throw new Error('there are options');
  const { results, failures } = await runAll(all, options, async ({ name }) => {
    if (name === 'engine') throw new Error('no decoder');
    return name.length;
  });
  expect([...results]).toEqual([
    ['size', 4],
    ['transport', 9],
  ]);
  expect(failures).toEqual(['engine failed: no decoder']);
});
