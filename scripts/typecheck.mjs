// Type-checks each thread with the type libraries that it has at run time, two at a time.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { writeCssTypes } from './css-types.mjs';

const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
const AT_ONCE = 2;
// They have packages of their own, which `npm run bench` and `npm run bridge` install.
const others = ['bridges', 'bench/peers'].filter((folder) => existsSync(join(folder, 'node_modules')));
// The slowest one first.
const projects = [
  '.',
  'server',
  'src',
  'worker',
  'shared',
  'service-worker',
  'replay',
  'replay/cli',
  ...others,
];

/** @returns what TypeScript prints of a project */
function check(project) {
  // A second check takes a fraction of the first: only files that changed, and what imports them, are checked again.
  const memory = join('node_modules', '.cache', 'typecheck', `${project.replaceAll('/', '-')}.tsbuildinfo`);
  const options = ['-p', project, '--incremental', '--tsBuildInfoFile', memory, '--pretty', 'false'];
  const child = spawn(process.execPath, [tsc, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk) => (said += chunk));
  return new Promise((resolve) => child.once('close', (status) => resolve({ project, status, said })));
}

/** An error and the lines that explain it, which are indented. */
const errorsIn = (said) => said.split(/\n(?=\S)/).filter((error) => error.trim() !== '');

let failed = writeCssTypes();
if (failed) console.error('typecheck: src/css-modules.d.ts was out of date and is now rewritten; commit it');
// Projects share sources: each error is printed for the first one that has it.
const printed = new Set();
const waiting = [...projects];
async function checkNext() {
  for (let project = waiting.shift(); project !== undefined; project = waiting.shift()) {
    const { status, said } = await check(project);
    const errors = errorsIn(said).filter((error) => !printed.has(error.trimEnd()));
    for (const error of errors) {
      printed.add(error.trimEnd());
      console.log(error.trimEnd());
    }
    if (status === 0) continue;
    console.error(`typecheck: ${project} failed`);
    failed = true;
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, checkNext));
process.exit(failed ? 1 : 0);
