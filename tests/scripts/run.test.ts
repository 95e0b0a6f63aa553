import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverFlags } from '../../scripts/server-flags.mjs';
import { root } from '../architecture/sources.ts';
import { isAlive } from '../cluster/launch.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const run = (args: readonly string[], settings: Readonly<Record<string, string>> = {}) =>
  spawnSync(process.execPath, [join(root, 'scripts', 'run.mjs'), ...args], {
    encoding: 'utf8',
    env: { PORT: '1e3', ...settings },
    // Nothing else ends a wait for a child that hangs.
    timeout: 60_000,
  });

/** Makes the server's process run something before it starts. */
const running = (what: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`if (process.argv[1]?.endsWith('main.ts')) ${what}`)}`,
});

/** Makes the server's process print something about itself. */
const saying = (what: string) => running(`console.log(${what})`);

describe('the launcher', () => {
  it.each([[], ['stop'], ['--help']])('lists its commands for %j', (...args: string[]) => {
    const { status, stdout, stderr } = run(args);
    expect([status, stdout, stderr]).toEqual([
      1,
      '',
      'Say what to run: npm start, npm run dev, npm run ops, npm run replay, npm run sim, npm run faults, npm run cluster, or npm run bridge.\n',
    ]);
  });

  it.each([['start'], ['sim'], ['sim', 'cluster'], ['faults']])(
    'explains %s %s, and refuses what it does not know in a sentence',
    (...command: string[]) => {
      const help = run([...command, '--help']);
      expect([help.status, help.stderr]).toEqual([0, '']);
      expect(help.stdout).toContain(`npm ${command[0] === 'start' ? '' : 'run '}${command[0]}`);
      const wrong = run([...command, '--bogus']);
      expect([wrong.status, wrong.stdout]).toEqual([2, '']);
      expect(wrong.stderr).toBe("Unknown option '--bogus'. --help tells more.\n");
    },
  );

  it("runs the server with the server's flags", async () => {
    const { stdout } = run(['dev'], saying("process.execArgv.join(' ')"));
    expect(stdout.trim().split(' ')).toEqual(serverFlags());
  });

  it('makes Node keep its compile cache beside the packages, or in the configured folder', () => {
    const folderOf = (settings: Readonly<Record<string, string>>) =>
      run(['dev'], { ...settings, ...saying('process.env.NODE_COMPILE_CACHE') }).stdout.trim();
    expect(folderOf({})).toBe(join(root, 'node_modules', '.cache', 'node'));
    const elsewhere = temporaryFolder();
    expect(folderOf({ NODE_COMPILE_CACHE: elsewhere })).toBe(elsewhere);
  });

  it.runIf(process.platform === 'linux')(
    'ends the server when npm was ended, whose shell passes no signal on',
    async () => {
      const script = `${JSON.stringify(process.execPath)} ${JSON.stringify(join(root, 'scripts', 'run.mjs'))} dev; true`;
      const waiting = running(
        '{ console.log(process.pid); await new Promise(() => setInterval(() => {}, 1e6)); }',
      );
      const shell = spawn('sh', ['-c', script], {
        env: { ...process.env, PORT: '0', npm_lifecycle_event: 'dev', ...waiting },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const [said] = await once(shell.stdout, 'data');
      const pid = Number(said);
      onTestFinished(() => {
        if (isAlive(pid)) process.kill(pid, 'SIGKILL');
      });
      expect(isAlive(pid)).toBe(true);
      shell.kill('SIGTERM');
      await expect.poll(() => isAlive(pid), { timeout: 60_000 }).toBe(false);
    },
  );

  it('passes on the server’s output and exit status', () => {
    const { status, stderr } = run(['dev']);
    expect([status, stderr]).toEqual([1, 'PORT must be a whole number from 0 to 65535, not "1e3".\n']);
  });
});
