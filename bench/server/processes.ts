import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Node's arguments for a server whose responses carry time stamps. */
export const STAMPED = ['--import', new URL('./stamps.ts', import.meta.url).href] as const;

/**
 * Node's arguments for a client that is timed: its young generation holds the garbage of a whole turn, so that no
 * collection interrupts the turn.
 */
export const UNCOLLECTED = ['--min-semi-space-size=128', '--max-semi-space-size=128'] as const;

/** Starts a program of `bench/server/programs` in a process of its own. */
export function startProgram(
  name: string,
  args: readonly string[] = [],
  nodeOptions: readonly string[] = [],
): ChildProcess {
  const path = fileURLToPath(new URL(`./programs/${name}.ts`, import.meta.url));
  // JSON has no infinity, which is the lateness of a price that never arrived; `advanced` serialization has.
  return fork(path, args, {
    execArgv: ['--disable-warning=ExperimentalWarning', ...nodeOptions],
    serialization: 'advanced',
  });
}

/** Resolves with the program's next message; rejects if the program exits first. */
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

/** In a program: replies to each message with what `run` resolves to; if it rejects, the program ends. */
export function replyTo<T>(run: (message: T) => Promise<unknown>): void {
  process.on('message', (message: T) => {
    run(message).then(
      (report) => process.send?.(report),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}

export async function endProgram(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
