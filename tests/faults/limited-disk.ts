import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** A place for data that can be full, and have space again. */
export interface Disk {
  readonly dataDir: string;
  /** The command that the exchange runs under. */
  readonly wrap: readonly string[];
  fill(pid: number): void;
  free(pid: number): void;
}

export const run = (command: string, ...args: readonly string[]) =>
  spawnSync(command, args, { encoding: 'utf8', timeout: 10_000 });

/**
 * A limit on how large a file of the process may grow, which needs no rights and is lifted from outside.
 * @returns undefined where the machine has no such tool
 */
export function limitedDisk(): Disk | undefined {
  if (run('prlimit', '--version').status !== 0 || !existsSync('/bin/bash')) return undefined;
  const limit = (pid: number, bytes: string) => {
    const set = run('prlimit', '--pid', String(pid), `--fsize=${bytes}:unlimited`);
    if (set.status !== 0) throw new Error(set.stderr);
  };
  const dataDir = join(temporaryFolder(), 'data');
  mkdirSync(dataDir);
  return {
    dataDir,
    // Ignored, the signal of a file that is too large leaves the write to fail.
    wrap: ['/bin/bash', '-c', `trap '' XFSZ; exec "$0" "$@"`],
    fill: (pid) => limit(pid, '65536'),
    free: (pid) => limit(pid, 'unlimited'),
  };
}
