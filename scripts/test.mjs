// All checks: style, types, dead code, build and its sizes, stable ratios, then every test, and the memory growth of an
// app that stays open. `npm test` and CI run this.
//   npm test                          all checks
//   npm test -- PROJECT [PATH…]       only the tests of one project (node, browser or e2e), or those below the paths
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNode, howToGetNode, root, toolEnvironment } from './node.mjs';

const node = findNode();
if (node === undefined) {
  console.error(howToGetNode);
  process.exit(1);
}
const environment = toolEnvironment(node);
const bin = (name, script) => join(root, 'node_modules', name, script);
const failures = [];

function step(title, args) {
  console.log(`\n== ${title}`);
  const run = spawnSync(node, args, { cwd: root, stdio: 'inherit', env: environment });
  if (run.status !== 0) failures.push(title);
}

const [only, ...paths] = process.argv.slice(2);
if (only === undefined) {
  step('style', [bin('@biomejs/biome', 'bin/biome'), 'check', '--error-on-warnings', '.']);
  step('types', ['scripts/typecheck.mjs']);
  step('dead code', [bin('knip', 'bin/knip.js')]);
  step('build', ['scripts/build.mjs']);
  step('sizes', ['scripts/sizes.mjs']);
  step('ratios', ['bench/ci.ts']);
}

const { findBrowser, howToGetBrowser } = await import('./browser.mjs');
if (only !== 'node') {
  const browser = findBrowser();
  if (browser === undefined) {
    console.error(howToGetBrowser);
    process.exit(1);
  }
  environment.PIPSTREAM_CHROMIUM = browser;
}

const folder = mkdtempSync(join(tmpdir(), 'pipstream-test-'));

/** Runs the tests of these projects in a child process. @returns their counts */
async function runTests(projects) {
  const report = join(folder, `${projects.join('-')}.json`);
  const child = spawn(
    node,
    [
      bin('vitest', 'vitest.mjs'),
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...paths,
    ],
    { cwd: root, stdio: 'inherit', env: environment },
  );
  const status = await new Promise((resolve) => child.once('exit', resolve));
  if (status !== 0) failures.push(`tests (${projects.join(', ')})`);
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    failures.push(`${projects.join(', ')}: no report`);
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
  }
}

console.log('\n== tests');
// Browser tests mostly wait for frames, node tests for disks and child processes: side by side they keep all cores busy.
const groups = only === undefined ? [['node'], ['browser', 'e2e']] : [[only]];
const reports = await Promise.all(groups.map(runTests));
if (only === undefined) step('soak', ['bench/ci.ts', 'soak']);
rmSync(folder, { recursive: true, force: true });

const count = (name) => reports.reduce((sum, report) => sum + report[name], 0);
const passed = count('numPassedTests');
if (passed === 0) failures.push('no test ran');
if (failures.length > 0) console.error(`\nFailed: ${[...new Set(failures)].join(', ')}`);
const failed = Math.max(count('numFailedTests'), failures.length > 0 ? 1 : 0);
const skipped = count('numPendingTests') + count('numTodoTests');
console.log(`\ntests: ${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failures.length > 0 ? 1 : 0);
