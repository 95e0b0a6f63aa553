import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { costDifferences, costOf } from '../../replay/cli/cost/cost.ts';
import { costFileOf, countCost } from '../../replay/cli/cost/cost-process.ts';

const FOLDER = import.meta.dirname;
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl.gz'));

it.each(FILES)('%s costs what is recorded beside it, call for call', { timeout: 300_000 }, async (name) => {
  const file = join(FOLDER, name);
  const recorded = costFileOf(file);
  expect(existsSync(recorded), `npm run --silent replay -- tests/recordings/${name} --cost --record`).toBe(
    true,
  );
  let said = '';
  const { cost } = await countCost(file, {
    out: async () => {},
    err(line) {
      said += line;
    },
  });
  expect(said).toBe('');
  if (cost === undefined) throw new Error('it is no recording');
  expect(
    costDifferences(costOf(readFileSync(recorded, 'utf8')), cost),
    `if this is meant: npm run --silent replay -- tests/recordings/${name} --cost --record`,
  ).toEqual([]);
});
