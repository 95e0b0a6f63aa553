import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../architecture/sources.ts';

const run = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'scripts', 'run.mjs'), ...args], {
    encoding: 'utf8',
    env: { PORT: '1e3' },
  });

describe('the launcher', () => {
  it.each([[], ['stop'], ['--help']])('says what it can run when asked for %j', (...args: string[]) => {
    const { status, stdout, stderr } = run(...args);
    expect([status, stdout, stderr]).toEqual([
      1,
      '',
      'Say what to run: npm start, npm run dev, npm run ops, or npm run replay.\n',
    ]);
  });

  it('hands on what the server says and its exit status', () => {
    const { status, stderr } = run('dev');
    expect([status, stderr]).toEqual([1, 'PORT must be a whole number from 0 to 65535, not "1e3".\n']);
  });
});
