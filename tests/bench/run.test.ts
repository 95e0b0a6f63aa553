import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parseResult } from '../../bench/report/run-result.ts';
import { root } from '../architecture/sources.ts';

/** A module that prevents loading the suite of sizes. */
const NO_SIZES = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      if (url.endsWith('/bench/suites/size.ts')) throw new Error('no sizes');
      return next(url, context);
    },
  });
`)}`;

function bench(...args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'pipstream-bench-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const json = join(folder, 'result.json');
  const run = spawnSync(
    process.execPath,
    ['--import', NO_SIZES, 'bench/run.ts', ...args, '--no-peers', '--quick', '--reps', '1', '--json', json],
    { cwd: root, encoding: 'utf8', timeout: 170_000 },
  );
  return { ...run, json };
}

it('a run with a failing suite reports the other figures, names the suite, and fails', () => {
  const { status, stdout, stderr, json } = bench('engine', 'size');
  expect(status, stderr).toBe(1);
  expect(stderr).toContain('size failed: no sizes');
  expect(stdout).toContain('P&L of 1000 positions');
  const { runs, figures } = parseResult(readFileSync(json, 'utf8'), json);
  expect(runs.map(({ suites }) => suites)).toEqual([['engine']]);
  expect(figures.length).toBeGreaterThan(3);
}, 120_000);

it('a run without a figure writes no file', () => {
  const { status, stderr, json } = bench('size');
  expect(status, stderr).toBe(1);
  expect(stderr).toContain('size failed: no sizes');
  expect(existsSync(json)).toBe(false);
}, 180_000);

it('a check of a suite in which nothing is certain is refused, not passed', () => {
  const { status, stderr } = bench('replay', '--only', 'replay of a frame', '--check');
  expect(stderr).toContain('judged 0 of 1 figures; the others are not certain enough');
  expect(stderr).toContain('replay: no figure has a certain verdict, so nothing was checked');
  expect(status, stderr).toBe(1);
}, 180_000);

it('the suite of the server measures only what is asked for', () => {
  const { status, stderr, json } = bench('server', '--only', 'judging a tick');
  expect(status, stderr).toBe(0);
  expect(stderr).not.toContain('orders p50');
  expect(parseResult(readFileSync(json, 'utf8'), json).figures).toHaveLength(1);
}, 120_000);

it.each([
  [['list', '--connect', 'http://127.0.0.1:9'], '--connect http://127.0.0.1:9: no browser answers there'],
  [['list', '--connect', 'phone'], '--connect phone: no browser answers there'],
  [['engine', '--junit', '/nowhere/a.xml'], '--junit: /nowhere is not there'],
])('refuses %j with a sentence before anything is measured', (args, sentence) => {
  const { status, stdout, stderr } = bench(...args);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr.trimEnd().split('\n')).toEqual([expect.stringContaining(sentence)]);
});
