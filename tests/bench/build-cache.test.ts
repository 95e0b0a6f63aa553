import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { digestOfSources, kept } from '../../bench/rig/build-cache.ts';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pipstream-kept-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const writing = (text: string) => async (folder: string) => writeFileSync(join(folder, 'page'), text);
const refuse = () => Promise.reject(new Error('made again'));
const pageIn = (folder: string) => readFileSync(join(folder, 'page'), 'utf8');

describe('a cached build', () => {
  it('is built once, and again only for other sources', async () => {
    const folder = emptyFolder();
    await kept({ folder, name: 'list', digest: 'a' }, writing('first'));
    expect(pageIn(await kept({ folder, name: 'list', digest: 'a' }, refuse))).toBe('first');
    expect(pageIn(await kept({ folder, name: 'list', digest: 'b' }, writing('second')))).toBe('second');
    await expect(kept({ folder, name: 'list', digest: 'a' }, refuse)).rejects.toThrow('made again');
  });

  it('replaces the build of other sources under its name', async () => {
    const folder = emptyFolder();
    await kept({ folder, name: 'list', digest: 'a' }, writing('old'));
    await kept({ folder, name: 'chart', digest: 'a' }, writing('other'));
    await kept({ folder, name: 'list', digest: 'b' }, writing('new'));
    expect(readdirSync(folder).toSorted()).toEqual(['chart-a', 'list-b']);
  });

  it('is not kept if it was interrupted', async () => {
    const folder = emptyFolder();
    await expect(kept({ folder, name: 'list', digest: 'a' }, refuse)).rejects.toThrow('made again');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('requested by two runs at once is ready for both', async () => {
    const folder = emptyFolder();
    const one = () => kept({ folder, name: 'list', digest: 'a' }, writing('both'));
    expect((await Promise.all([one(), one()])).map(pageIn)).toEqual(['both', 'both']);
    expect(readdirSync(folder)).toEqual(['list-a']);
  });
});

it('sources differ when a text or a name does, not when results or packages do', () => {
  const folder = emptyFolder();
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
    return digestOfSources(folder);
  };
  const first = write('list/main.ts', 'a');
  const second = write('list/main.ts', 'b');
  const third = write('peers/package-lock.json', '{}');
  expect(new Set([first, second, third, write('style.css', '')]).size).toBe(4);
  const now = digestOfSources(folder);
  expect(write('results/latest.json', '{}')).toBe(now);
  expect(write('peers/node_modules/grid/index.js', '')).toBe(now);
});
