// Type-checks each thread with the type libraries that it has at run time.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { writeCssTypes } from './css-types.mjs';

const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
let failed = writeCssTypes();
if (failed) console.error('typecheck: src/css-modules.d.ts was out of date and is now rewritten; commit it');
// The bench's peers have their own packages, which `npm run bench` installs.
const peers = existsSync('bench/peers/node_modules') ? ['bench/peers'] : [];
for (const project of [
  'shared',
  'worker',
  'service-worker',
  'src',
  'server',
  'replay',
  'replay/cli',
  '.',
  ...peers,
]) {
  // A second check takes a fraction of the first: only files that changed, and what imports them, are checked again.
  const memory = join('node_modules', '.cache', 'typecheck', `${project.replaceAll('/', '-')}.tsbuildinfo`);
  const options = ['-p', project, '--incremental', '--tsBuildInfoFile', memory];
  const run = spawnSync(process.execPath, [tsc, ...options], { stdio: 'inherit' });
  if (run.status !== 0) {
    console.error(`typecheck: ${project} failed`);
    failed = true;
  }
}
process.exit(failed ? 1 : 0);
