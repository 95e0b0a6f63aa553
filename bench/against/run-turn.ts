import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Runs the bench of a tree in processes of its own.
 * @throws Error with the run's own words if it fails
 */
export async function runTurn(
  tree: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const command = [...process.execArgv, join(tree, 'bench', 'run.ts'), ...args];
  // What a turn measures is not what the run does.
  const env = { ...process.env, RECORD_FIGURES: undefined, ...environment };
  await promisify(execFile)(process.execPath, command, { cwd: tree, env, maxBuffer: 2 ** 26 }).catch(
    ({ stderr, message }) => {
      throw new Error(`The bench failed in ${tree}:\n${stderr || message}`);
    },
  );
}
