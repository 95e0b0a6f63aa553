import { spawn } from 'node:child_process';

/** Reads the living processes' ids, a line each time they change. After the end of the input it ends the last ones. */
const SCRIPT = `
  folder=$1; pids=
  while read -r line; do pids=$line; done
  [ -n "$pids" ] || exit 0
  kill -TERM $pids; kill -CONT $pids; sleep 5; kill -KILL $pids
  [ -z "$folder" ] || rm -rf "$folder"`;

/** Ends what the cluster has started, and removes its temporary folder, when this process is killed before it can. */
export function createGuard(folder: string | undefined) {
  const child = spawn('sh', ['-c', SCRIPT, 'pipstream-guard', folder ?? ''], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  return {
    watch(pids: readonly number[]): void {
      child.stdin.write(`${pids.join(' ')}\n`);
    },
    /** After all have ended. */
    dismiss(): void {
      child.stdin.end('\n');
    },
  };
}
