import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { differences } from '../../bench/report/compare.ts';
import { parseResult } from '../../bench/report/run-result.ts';
import { root } from '../architecture/sources.ts';

const SLOW = join(root, 'tests/helpers/programs/slow-decoder.ts');

function bench(nodeArgs: readonly string[], args: readonly string[]) {
  const run = spawnSync(
    process.execPath,
    [...nodeArgs, 'bench/run.ts', 'engine', '--no-peers', '--reps', '2', ...args],
    { cwd: root, encoding: 'utf8' },
  );
  return { ...run, said: run.stdout + run.stderr };
}

it('a comparison with the previous run, and a check of few repetitions, detect a build with a slower decoder and name it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pipstream-bench-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'before.json');

  const before = bench([], ['--json', file]);
  expect(before.status, before.said).toBe(0);
  const result = parseResult(readFileSync(file, 'utf8'), file);
  expect(differences(result, result).changes).toEqual([]);

  const slowed = bench(['--import', SLOW], ['--compare', file, '--check']);
  expect(slowed.stdout, slowed.said).toMatch(/^ {2}worse {2}engine: decode, store and P&L/m);
  expect(slowed.stderr, slowed.said).toMatch(/^missed: engine: decode, store and P&L/m);
  expect(slowed.stderr).toMatch(/^judged \d+ of \d+ figures(; the others are not certain enough)?$/m);
  expect(slowed.status).toBe(1);
  // A profile of a further turn says where: what decodes rows is among the first functions.
  expect(slowed.stdout, slowed.said).toMatch(
    /^engine-process: own time of functions, ms\/s\n(.+\n){0,3} +[\d.]+ {2}scanRows \S+market-scanner\.ts$/m,
  );
}, 300_000);
