import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../architecture/sources.ts';
import { ALL_ROWS } from './all-rows.ts';
import { tested } from './row.ts';
import { tableOf } from './table.ts';

const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, [join(root, 'scripts', 'run.mjs'), 'faults', ...args], {
    cwd: root,
    encoding: 'utf8',
  });

describe('the rows of docs/faults.md', () => {
  const rows = readFileSync(join(root, 'docs', 'faults.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| [FGP]\d/.test(line))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));

  it('are the rows that the command tries, each with its goal and a verdict', () => {
    expect(rows.map(([id, fault, goal]) => [id, fault, goal])).toEqual(
      ALL_ROWS.map(({ id, fault, goal }) => [id, fault, goal]),
    );
    for (const row of rows) expect(['met', 'missed', 'not run']).toContain(row[6]);
  });

  it('are G1 to G45, and more', () => {
    const ids = ALL_ROWS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (let number = 1; number <= 45; number++) expect(ids).toContain(`G${number}`);
  });
});

describe('npm run faults', () => {
  it('runs a row, prints goal and figures, and writes no page', () => {
    const { status, stdout } = run('G14', '--quick');
    expect(stdout).toContain('goal: 1 order and 1 answer for each cid and account');
    expect(stdout).toMatch(/met: 50 at once: 1 order; other parameters refused \(trials 50, seed 1, \d+ s\)/);
    expect([status, stdout.includes('Written')]).toEqual([0, false]);
  });

  it.each([
    [['G99'], 'No such row: G99.'],
    [['--seed', '1.5'], '--trials and --seed are whole numbers from 1.'],
  ])('refuses %j', (args, sentence) => {
    const { status, stderr } = run(...args);
    expect([status, stderr.startsWith(sentence)]).toEqual([1, true]);
  });
});

it('a row whose tests pass without its figure is not met', async () => {
  const row = tested({
    id: 'X1',
    fault: 'a figure that no test prints',
    goal: 'none',
    trials: { full: 1, quick: 1 },
    files: ['tests/scripts/server-flags.test.ts'],
    says: (_, figure) => `back after ${figure(/never printed (\d+)/)} ms`,
  });
  expect(await row.run({ trials: 1, seed: 1, report: () => undefined })).toMatchObject({
    met: false,
    measured: expect.stringContaining('never printed'),
  });
});

it('the page names what was missed, and keeps its columns whatever was said', () => {
  const row = { ...(ALL_ROWS[0] as (typeof ALL_ROWS)[number]), id: 'G1', fault: 'a | b', goal: 'c' };
  const page = tableOf([{ row, verdict: 'missed', measured: 'd\ne', trials: 1_000, seed: 7, note: 'f' }], {
    date: '2026-01-02',
    commit: 'abc',
    machine: 'm',
    node: 'v24',
  });
  expect(page).toContain('0 of 1 rows met their goal; missed: G1.');
  expect(page).toContain('| G1 | a \\| b | c | d e. f | 1,000 | 7 | missed |');
});
