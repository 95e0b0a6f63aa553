import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** To Node, for a server whose answers are to say when they began and left. */
export const STAMPED = ['--import', new URL('./stamps.ts', import.meta.url).href] as const;

/** To Node, for a client that is timed: all of a turn fits into its young generation, so that it need not collect in between. */
export const UNCOLLECTED = ['--min-semi-space-size=128', '--max-semi-space-size=128'] as const;

/** A program of `bench/server/programs` in a process of its own. */
export function startProgram(
  name: string,
  args: readonly string[] = [],
  nodeOptions: readonly string[] = [],
): ChildProcess {
  const path = fileURLToPath(new URL(`./programs/${name}.ts`, import.meta.url));
  // Advanced: JSON has no infinity, which is how late a price is that never came.
  return fork(path, args, {
    execArgv: ['--disable-warning=ExperimentalWarning', ...nodeOptions],
    serialization: 'advanced',
  });
}

/** The next message of a program; rejects when it ends instead. */
export function messageOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`a program of the bench ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message as T);
    });
  });
}

export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
