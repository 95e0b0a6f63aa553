import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { replayProcess } from './command.ts';

beforeEach(({ skip }) => {
  if (spawnSync('git', ['--version']).status !== 0) skip('git is not installed');
});

const AUTHOR = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];

/** A project whose command line prints one of these at each of its commits; undefined: it fails. */
function project(...digests: readonly (string | undefined)[]): { cwd: string; commits: readonly string[] } {
  const cwd = temporaryFolder();
  const git = (...args: readonly string[]) =>
    execFileSync('git', [...AUTHOR, ...args], { cwd, encoding: 'utf8' });
  git('init', '--quiet');
  mkdirSync(join(cwd, 'replay', 'cli'), { recursive: true });
  mkdirSync(join(cwd, 'node_modules'));
  writeFileSync(join(cwd, '.gitignore'), 'node_modules\n');
  const commits = digests.map((digest, at) => {
    const print = digest === undefined ? 'process.exit(1)' : `console.log('${digest.repeat(64)}')`;
    writeFileSync(join(cwd, 'replay', 'cli', 'main.ts'), `// ${at}\n${print};\n`);
    git('add', '.');
    git('commit', '--quiet', '-m', `change ${at}`);
    return git('rev-parse', 'HEAD').trim();
  });
  return { cwd, commits };
}

async function found(...digests: readonly (string | undefined)[]) {
  const { cwd, commits } = project(...digests);
  const args = ['bisect', 'a.jsonl', '--good', commits[0] ?? '', '--bad', commits.at(-1) ?? ''];
  const temporary = temporaryFolder();
  const { status, out, said } = await replayProcess(args, { cwd, env: { TMPDIR: temporary } });
  return {
    status,
    out,
    left: readdirSync(temporary),
    tried: said.trimEnd().split('\n').length,
    trees: execFileSync('git', ['worktree', 'list'], { cwd, encoding: 'utf8' }),
  };
}

it('bisect names the first commit with another state, in few tries, and leaves no work tree', async () => {
  const { status, out, tried, trees, left } = await found('a', 'a', 'a', 'a', 'a', 'b', 'b', 'c');
  expect([status, out]).toEqual([0, expect.stringMatching(/^[0-9a-f]+ [\d-]+ change 5\n$/)]);
  expect(tried).toBeLessThanOrEqual(5);
  expect(trees.trimEnd().split('\n')).toHaveLength(1);
  expect(left).toEqual([]);
});

it('passes over commits that can not read the recording, and says so', async () => {
  expect((await found('a', undefined, 'a', 'b', 'b')).out).toMatch(/^\w+ [\d-]+ change 3\n$/);
  const { out } = await found('a', 'a', undefined, 'b');
  expect(out).toMatch(/^One of these, .*\n.* change 2\n.* change 3\n$/);
});

it('says when both are equal, and refuses commits that do not follow each other', async () => {
  expect(await found('a', 'b', 'a')).toMatchObject({ status: 1, out: 'Both commits have the same state.\n' });
  const { cwd, commits } = project('a', 'b');
  const args = ['bisect', 'a.jsonl', '--good', commits[1] ?? '', '--bad', commits[0] ?? ''];
  expect(await replayProcess(args, { cwd })).toMatchObject({
    status: 1,
    said: expect.stringContaining('No commit leads from'),
  });
});
