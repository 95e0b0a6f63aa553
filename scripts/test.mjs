// All checks: style, types, dead code, build and its sizes, stable ratios, then every test, and the memory growth of an
// app that stays open. `npm test` and CI run this.
//   npm test                          all checks
//   npm test -- PROJECT [PATH…]       only the tests of one project (node, browser or e2e), or those below the paths
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findNode, howToGetNode, root, toolEnvironment } from './node.mjs';
import { countTests, failedTests, withRepeated } from './test-report.mjs';

const node = findNode();
if (node === undefined) {
  console.error(howToGetNode);
  process.exit(1);
}
if (process.platform !== 'linux')
  console.warn(
    'The tests need Linux: some read /proc or send from several loopback addresses. Elsewhere run them in a container.',
  );
const environment = toolEnvironment(node);
const bin = (name, script) => join(root, 'node_modules', name, script);
const failures = [];

function step(title, args) {
  console.log(`\n== ${title}`);
  const run = spawnSync(node, args, { cwd: root, stdio: 'inherit', env: environment });
  if (run.status !== 0) failures.push(title);
}

const [only, ...paths] = process.argv.slice(2);
const { findBrowser, howToGetBrowser } = await import('./browser.mjs');
const browser = only === 'node' ? undefined : findBrowser();
if (browser !== undefined) environment.PIPSTREAM_CHROMIUM = browser;
else if (only !== 'node') {
  console.error(howToGetBrowser);
  failures.push('no Chromium: what needs one was left out');
}
const hasBrowser = browser !== undefined;

if (only === undefined) {
  step('style', [bin('@biomejs/biome', 'bin/biome'), 'check', '--error-on-warnings', '.']);
  step('types', ['scripts/typecheck.mjs']);
  step('dead code', [bin('knip', 'bin/knip.js')]);
  step('build', ['scripts/build.mjs']);
  step('sizes', ['scripts/sizes.mjs']);
  if (hasBrowser) step('ratios', ['bench/ci.ts']);
}

const folder = mkdtempSync(join(tmpdir(), 'pipstream-test-'));

/** Runs the tests of these projects, in these files or all, in a child process. @returns its report and exit status */
async function runTests(projects, files, name = projects.join('-'), options = []) {
  const report = join(folder, `${name}.json`);
  const child = spawn(
    node,
    [
      bin('vitest', 'vitest.mjs'),
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...options,
      ...files,
    ],
    { cwd: root, stdio: 'inherit', env: environment },
  );
  const status = await new Promise((resolve) => child.once('exit', resolve));
  try {
    return { projects, status, ...JSON.parse(readFileSync(report, 'utf8')) };
  } catch {
    failures.push(`${projects.join(', ')}: no report`);
    return { projects, status, testResults: [] };
  }
}

const describeFailure = ({ file, test, why }) => `  ${relative(root, file)}: ${test}\n    ${why}`;

console.log('\n== tests');
// Browser tests mostly wait for frames, node tests for disks and child processes: side by side they keep all cores busy.
const all = only === undefined ? [['node'], ['browser', 'e2e']] : [[only]];
const groups = all.filter((projects) => hasBrowser || projects.includes('node'));
const reports = await Promise.all(groups.map((projects) => runTests(projects, paths)));

// A machine that is busy with both groups can be too slow for a test, or close the browser in the middle of a run. The
// files of a few failures, and those that did not run, run once more, one by one: what fails again has failed; what passes
// is named as unsteady, for someone to mend.
const MOST_TO_REPEAT = 5;
const unsteady = [];
const broken = [];
for (const [at, report] of reports.entries()) {
  const { projects } = report;
  if (report.status === 0) continue;
  const failed = failedTests(report);
  const ran = failed.filter(({ test }) => test !== '');
  if (only !== undefined || failed.length === 0 || ran.length > MOST_TO_REPEAT) {
    broken.push(...failed);
    failures.push(`tests (${projects.join(', ')})`);
    continue;
  }
  const files = [...new Set(failed.map(({ file }) => file))];
  console.log(`\n== once more: ${files.map((file) => relative(root, file)).join(', ')}`);
  const again = await runTests(projects, files, `again-${projects.join('-')}`, ['--no-file-parallelism']);
  broken.push(...failedTests(again));
  reports[at] = withRepeated(report, again);
  if (again.status !== 0) failures.push(`tests (${projects.join(', ')})`);
  else unsteady.push(...failed);
}
if (only === undefined && hasBrowser) step('soak', ['bench/ci.ts', 'soak']);
rmSync(folder, { recursive: true, force: true });

const { passed, skipped } = countTests(reports);
if (passed === 0) failures.push('no test ran');
if (unsteady.length > 0)
  console.error(`\nFailed beside other tests and passed alone:\n${unsteady.map(describeFailure).join('\n')}`);
if (broken.length > 0) console.error(`\nFailed tests:\n${broken.map(describeFailure).join('\n')}`);
if (failures.length > 0) console.error(`\nFailed: ${[...new Set(failures)].join(', ')}`);
const failed = Math.max(broken.length, failures.length > 0 ? 1 : 0);
console.log(`\ntests: ${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failures.length > 0 ? 1 : 0);
