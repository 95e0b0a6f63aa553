import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { root } from '../architecture/sources.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface Ended {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** The operator's command in a child process, as `npm run ops -- <words>` starts it. */
export function runOps(dataDir: string, ...words: string[]): Promise<Ended> {
  return run(
    process.execPath,
    [join(root, 'scripts', 'run.mjs'), 'ops', ...words],
    dataDir,
    temporaryFolder(),
  );
}

/** Through npm itself, to test what npm adds. */
export function runOpsByNpm(dataDir: string, ...words: string[]): Promise<Ended> {
  return run('npm', ['run', '--silent', 'ops', '--', ...words], dataDir, root);
}

async function run(file: string, args: readonly string[], dataDir: string, cwd: string): Promise<Ended> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', DATA_DIR: dataDir };
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const [status] = await once(child, 'close');
  return { status, out, err };
}
