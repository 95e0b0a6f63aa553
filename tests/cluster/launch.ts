import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { root } from '../architecture/sources.ts';
import { bareEnvironment } from '../helpers/bare-environment.ts';

/** What `npm run cluster -- --json` prints. */
export interface ClusterLine {
  readonly gateways: readonly string[];
  readonly balancer: string;
  readonly pids: Readonly<Record<'gateway' | 'dealer' | 'feed' | 'nats' | 'postgres', readonly number[]>>;
}

export interface LaunchedCluster {
  readonly child: ChildProcess;
  readonly lines: readonly ClusterLine[];
  said(): string;
  /** @returns the first line, once all are ready. Rejects with what it has said when it ends without one. */
  ready(): Promise<ClusterLine>;
  /** @returns the exit status */
  stop(signal: NodeJS.Signals): Promise<number | null>;
  readonly exit: Promise<number | null>;
}

/** The launcher as a process of its own, as it is typed; ended with the test. */
export function launchCluster(args: readonly string[], settings: NodeJS.ProcessEnv = {}): LaunchedCluster {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'bench', 'cluster', 'main.ts'), '--json', ...args],
    { cwd: root, env: { ...bareEnvironment(), ...settings }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const lines: ClusterLine[] = [];
  let said = '';
  const first = Promise.withResolvers<ClusterLine>();
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line: ClusterLine = JSON.parse(text);
    lines.push(line);
    first.resolve(line);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const exit = once(child, 'close').then(([status]) => status as number | null);
  const ready = Promise.race([
    first.promise,
    exit.then((status) => {
      throw new Error(`it ended with status ${status} before it was ready: ${said}`);
    }),
  ]);
  // Not every test asks for it.
  ready.catch(() => undefined);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exit;
  });
  return {
    child,
    lines,
    said: () => said,
    ready: () => ready,
    exit,
    stop(signal) {
      child.kill(signal);
      return exit;
    },
  };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export const pidsOf = ({ pids }: ClusterLine): readonly number[] => Object.values(pids).flat();
