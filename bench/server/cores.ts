import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * `server`: the first core, used by nothing else of the bench. `load`: the other cores, for the clients; otherwise
 * server and clients would be measured together. `all`: every core.
 */
type Side = 'server' | 'load' | 'all';

const CORES = availableParallelism();

/**
 * Pins this process, and the processes that it starts afterwards, to the cores of a side.
 * @returns false where that is impossible: on a single core, or without Linux's `taskset`
 */
export function runOn(side: Side): boolean {
  if (CORES < 2) return false;
  const cores = { server: '0', load: `1-${CORES - 1}`, all: `0-${CORES - 1}` }[side];
  try {
    execFileSync('taskset', ['-acp', cores, String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Lets a process run only while nothing else needs the core: a thousand clients on phones of their own would not delay
 * the one whose orders are timed. Has no effect without `chrt`.
 */
export function runLast(pid: number | undefined): void {
  try {
    execFileSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(pid)], { stdio: 'ignore' });
  } catch {
    // Without `chrt` the process competes normally.
  }
}
