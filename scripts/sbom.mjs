// Lists all packages in the format CycloneDX, from the lock file alone: npm asks no registry for it.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './node.mjs';

/** With `--omit=dev`, npm would also leave out packages that are needed both in production and by a tool, such as `ws`. */
const COMMAND = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];

/**
 * @param {NodeJS.ProcessEnv} environment names npm's own script where npm runs this one; otherwise npm is on the path
 * @returns {Promise<string | undefined>} undefined if there is no npm that can do it (npm 10 or newer)
 */
export async function listPackages(environment = process.env) {
  const script = environment.npm_execpath;
  const [file, ...first] = script?.endsWith('npm-cli.js') ? [process.execPath, script] : ['npm'];
  const text = await outputOf(file, [...first, ...COMMAND], {
    ...environment,
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  });
  return text === undefined ? undefined : named(text);
}

function outputOf(file, args, env) {
  return new Promise((done) => {
    const child = spawn(file, args, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: file === 'npm' && process.platform === 'win32',
    });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    child.on('error', () => done(undefined));
    child.on('close', (status) => done(status === 0 ? text : undefined));
  });
}

/** npm names the application after its folder. @returns undefined if the text is no list */
function named(text) {
  try {
    const list = JSON.parse(text);
    list.metadata.component.name = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name;
    return `${JSON.stringify(list, null, 2)}\n`;
  } catch {
    return undefined;
  }
}
