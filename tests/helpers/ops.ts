import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { RESOURCES } from '../../server/ops/resources.ts';
import { runCommand } from '../../server/ops/run-command.ts';
import { root } from '../architecture/sources.ts';

export interface Ended {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** The operator's command in this process, with the output of one whose reader is a program. */
export async function runOps(dataDir: string, ...words: string[]): Promise<Ended> {
  let [out, err] = ['', ''];
  const status = await runCommand(words, {
    resources: RESOURCES,
    environment: { DATA_DIR: dataDir },
    width: undefined,
    out(text) {
      out += `${text}\n`;
    },
    err(sentence) {
      err += `${sentence}\n`;
    },
  });
  return { status, out, err };
}

/** As an operator starts it: a process of npm, the launcher, and the command. */
export async function runOpsByNpm(dataDir: string, ...words: string[]): Promise<Ended> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', DATA_DIR: dataDir };
  const child = spawn('npm', ['run', '--silent', 'ops', '--', ...words], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
