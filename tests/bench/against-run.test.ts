import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../architecture/sources.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** The version under test as a checkout of its own, with its uncommitted files. */
function copyOfThis(): string {
  const folder = temporaryFolder();
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root });
  const names = listed.toString().split('\0');
  for (const name of names)
    if (!['', 'node_modules'].includes(name) && existsSync(join(root, name)))
      cpSync(join(root, name), join(folder, name));
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}

const DECODES = '    if (scanMarketFrame(scan, text, head, rows))\n';
const WAITS = '    for (const end = performance.now() + 1; performance.now() < end; );\n';

it('two versions by turns: the slower one is called worse in both looks, with where its time went', ({
  skip,
}) => {
  if (spawnSync('git', ['rev-parse', '--git-dir'], { cwd: root }).status !== 0)
    skip('git is not installed, or this is no checkout');
  const slow = copyOfThis();
  const decoder = join(slow, 'shared', 'stream', 'frame-decoder.ts');
  const text = readFileSync(decoder, 'utf8');
  expect(text).toContain(DECODES);
  writeFileSync(decoder, text.replace(DECODES, WAITS + DECODES));

  const figure = ['engine', '--only', 'vs JSON.parse of a short frame'];
  const run = spawnSync(
    process.execPath,
    ['bench/run.ts', ...figure, '--against', root, '--profile', join(slow, 'profiles')],
    { cwd: slow, encoding: 'utf8' },
  );
  const said = run.stdout + run.stderr;
  expect(run.stderr, said).toContain('second look, round 6 of 6');
  expect(run.stdout, said).toMatch(/^ {2}worse {2}\+\d+ % .* x {2}engine: decode, store/m);
  expect(run.stdout, said).toContain('Worse in both looks: 1.');
  expect(run.stdout, said).toMatch(
    /^engine-process: own time of functions, ms\/s, by difference\n(.+\n){0,2} +\+\d.+ now$/m,
  );
  expect(run.status, said).toBe(1);
  expect(existsSync(join(slow, 'profiles', 'before', 'engine-process.cpuprofile'))).toBe(true);
}, 400_000);
