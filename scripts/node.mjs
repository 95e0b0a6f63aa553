// Finds a Node that can run this project: the running one, or the one among the project's dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The oldest Node that runs TypeScript without a build step. */
const OLDEST = [22, 18];

export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

/**
 * The path of a Node >= 22.18.
 * @returns undefined if none was found; `howToGetNode` explains what to do then
 */
export function findNode() {
  const own = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(own)) {
    const asked = spawnSync(own, ['--version'], { encoding: 'utf8' });
    if (asked.status === 0 && isNewEnough(asked.stdout.trim())) return own;
  }
  return isNewEnough(process.version) ? process.execPath : undefined;
}

export const howToGetNode = `Pipstream needs Node 22.18 or newer; this is ${process.version}. Run "npm ci" without --omit=optional and without --ignore-scripts: it brings a fitting Node along, or install a newer Node.`;

/** The environment with the project's tools and that Node first on the path. */
export function toolEnvironment(node) {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter);
  return { ...process.env, PATH: path };
}
