import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../architecture/sources.ts';
import { serverFlags } from '../helpers/server-flags.ts';

const run = (args: readonly string[], settings: Readonly<Record<string, string>> = {}) =>
  spawnSync(process.execPath, [join(root, 'scripts', 'run.mjs'), ...args], {
    encoding: 'utf8',
    env: { PORT: '1e3', ...settings },
  });

/** Has the server's process say with what flags it runs. */
const SAY_FLAGS = "if (process.argv[1]?.endsWith('main.ts')) console.log(process.execArgv.join(' '))";

describe('the launcher', () => {
  it.each([[], ['stop'], ['--help']])('says what it can run when asked for %j', (...args: string[]) => {
    const { status, stdout, stderr } = run(args);
    expect([status, stdout, stderr]).toEqual([
      1,
      '',
      'Say what to run: npm start, npm run dev, npm run ops, or npm run replay.\n',
    ]);
  });

  it("runs the server with the server's flags", async () => {
    const { stdout } = run(['dev'], {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(SAY_FLAGS)}`,
    });
    expect(stdout.trim().split(' ')).toEqual(await serverFlags());
  });

  it('hands on what the server says and its exit status', () => {
    const { status, stderr } = run(['dev']);
    expect([status, stderr]).toEqual([1, 'PORT must be a whole number from 0 to 65535, not "1e3".\n']);
  });
});
