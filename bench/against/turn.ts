import { spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * Runs the bench of a tree in processes of its own.
 * @throws Error with the run's own words if it fails
 */
export async function runTurn(
  tree: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const turn = spawn(process.execPath, [...process.execArgv, join(tree, 'bench', 'run.ts'), ...args], {
    cwd: tree,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  turn.stderr.on('data', (text: Buffer) => {
    said += text.toString();
  });
  const status = await new Promise<number | null>((resolve, reject) => {
    turn.on('error', reject);
    turn.on('close', resolve);
  });
  if (status !== 0) throw new Error(`The bench failed in ${tree}:\n${said}`);
}
