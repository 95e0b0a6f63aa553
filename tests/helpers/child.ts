import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** Runs a program of `tests/helpers/programs` in a child process, killed at the end of the test. */
export function startChild(program: string, args: readonly string[]): ChildProcess {
  const path = fileURLToPath(new URL(`./programs/${program}`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Resolves when the child has printed a line with this beginning; rejects if it exits first. */
export function lineOf(child: ChildProcess, start: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const line = printed.split('\n').find((one) => one.startsWith(start));
      if (line !== undefined) resolve(line);
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it printed ${start}`)));
  });
}

/** Has an exchange in a child process deal, and kills it. @returns whole lines of what it printed */
export async function dealAndKill(args: readonly string[], lines: number): Promise<readonly string[]> {
  const child = startChild('deal-until-killed.ts', args);
  let printed = '';
  const enough = new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.split('\n').length > lines) resolve();
    });
  });
  await lineOf(child, 'open');
  await enough;
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('close', resolve));
  // The last line may be truncated.
  return printed.split('\n').slice(0, -1);
}
