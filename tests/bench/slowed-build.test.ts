import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../architecture/sources.ts';

const SLOW = join(root, 'tests/helpers/programs/slow-decoder.ts');

it('a check of few repetitions detects a build with a slower decoder, and names it', () => {
  const slowed = spawnSync(
    process.execPath,
    ['--import', SLOW, 'bench/run.ts', 'engine', '--no-peers', '--reps', '2', '--check'],
    { cwd: root, encoding: 'utf8' },
  );
  const said = slowed.stdout + slowed.stderr;
  expect(slowed.stderr, said).toMatch(/^missed: engine: decode, store and P&L/m);
  expect(slowed.stderr).toMatch(/^judged \d+ of \d+ figures(; the others are not certain enough)?$/m);
  expect(slowed.status).toBe(1);
  // A profile of a further turn says where: what decodes rows is among the first functions.
  expect(slowed.stdout, said).toMatch(
    /^engine-process: own time of functions, ms\/s\n(.+\n){0,3} +[\d.]+ {2}scanRows \S+market-scanner\.ts$/m,
  );
}, 300_000);
