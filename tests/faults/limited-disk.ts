import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** A data folder on a disk that can be full and have space again. */
export interface Disk {
  readonly dataDir: string;
  /** The command that runs the exchange. */
  readonly wrap: readonly string[];
  fill(pid: number): void;
  free(pid: number): void;
}

export const run = (command: string, ...args: readonly string[]) =>
  spawnSync(command, args, { encoding: 'utf8', timeout: 10_000 });

/**
 * A limit on the size of the process's files, which needs no rights and can be lifted from outside.
 * @returns undefined if the machine has no such tool
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
    // With the signal for a too large file ignored, the write fails instead.
    wrap: ['/bin/bash', '-c', `trap '' XFSZ; exec "$0" "$@"`],
    fill: (pid) => limit(pid, '65536'),
    free: (pid) => limit(pid, 'unlimited'),
  };
}
