// Everything that must hold: style, types, dead code, build and its sizes, stable ratios, then every test, and what grows
// while the app is left open. `npm test` and CI run this.
//   npm test                    all of it
//   npm test -- node            one project of the tests alone (node, browser or e2e), without the checks
import { spawnSync } from 'node:child_process';
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
  return run.status === 0;
}

const only = process.argv[2];
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
const report = join(folder, 'report.json');
step('tests', [
  bin('vitest', 'vitest.mjs'),
  'run',
  ...(only === undefined ? [] : ['--project', only]),
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
]);

let counts = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
try {
  counts = JSON.parse(readFileSync(report, 'utf8'));
} catch {
  failures.push('tests left no report');
}
if (only === undefined) step('soak', ['bench/ci.ts', 'soak']);
rmSync(folder, { recursive: true, force: true });
if (counts.numPassedTests === 0) failures.push('no test ran');
if (failures.length > 0) console.error(`\nFailed: ${[...new Set(failures)].join(', ')}`);
const failed = Math.max(counts.numFailedTests, failures.length > 0 ? 1 : 0);
console.log(
  `\ntests: ${counts.numPassedTests} passed, ${failed} failed, ${counts.numPendingTests + counts.numTodoTests} skipped`,
);
process.exit(failures.length > 0 ? 1 : 0);
