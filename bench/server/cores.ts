import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/**
 * The server has the first core to itself as far as the bench goes, whoever loads it has the others: else the two
 * would be measured together. `all` takes it back.
 */
type Side = 'server' | 'load' | 'all';

const CORES = availableParallelism();

/**
 * Has this process, and with it what it starts from here on, run on the cores of a side.
 * @returns false where that can't be had: on a single core, or without Linux's `taskset`
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
 * Has a process run only while nobody else wants the core: a thousand clients on phones of their own would not hold up
 * the one whose orders are timed. No difference where there is no `chrt`.
 */
export function runLast(pid: number | undefined): void {
  try {
    execFileSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(pid)], { stdio: 'ignore' });
  } catch {
    // It takes turns, then.
  }
}

/** What a process has had of the machine since it began, ms. */
export interface Usage {
  /** Of all its threads. */
  readonly cpuMs: number;
  /** Its main thread was ready to run, and the core was busy with something else. */
  readonly waitedMs: number;
}

/** @returns undefined where the system doesn't tell: it is Linux's to say */
export function usageOf(pid: number): Usage | undefined {
  const timesOf = (path: string) =>
    readFileSync(path, 'utf8')
      .split(' ')
      .map((ns) => Number(ns) / 1e6);
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((id) =>
      timesOf(`/proc/${pid}/task/${id}/schedstat`),
    );
    const [, waitedMs = 0] = timesOf(`/proc/${pid}/schedstat`);
    return { cpuMs: threads.reduce((sum, [cpuMs = 0]) => sum + cpuMs, 0), waitedMs };
  } catch {
    return undefined;
  }
}
