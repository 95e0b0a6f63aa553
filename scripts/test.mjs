// All checks: style, types, dead code, build and its sizes, stable ratios, then every test, and the memory growth of an
// app that stays open. `npm test` and CI run this.
//   npm test                          all checks
//   npm test -- PROJECT [PATH…]       only the tests of one project (node, browser or e2e), or those below the paths
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
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
    return { projects, status, numPassedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
  }
}

/** What failed in a report: the file, the test and the first line of why. A file that can't be run has no test. */
function failedTests({ testResults }) {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name: file, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [{ file, test: '', why: message.split('\n', 1)[0] }];
      return failed.map(({ fullName, failureMessages: [why = ''] }) => ({
        file,
        test: fullName,
        why: why.split('\n', 1)[0],
      }));
    });
}

const describeFailure = ({ file, test, why }) => `  ${relative(root, file)}: ${test}\n    ${why}`;

console.log('\n== tests');
// Browser tests mostly wait for frames, node tests for disks and child processes: side by side they keep all cores busy.
const groups = only === undefined ? [['node'], ['browser', 'e2e']] : [[only]];
const reports = await Promise.all(groups.map((projects) => runTests(projects, paths)));

// A machine that is busy with both groups can be too slow for a test. The files of a few failures run once more, one by
// one: what fails again has failed; what passes is named as unsteady, for someone to mend.
const MOST_TO_REPEAT = 5;
const unsteady = [];
const broken = [];
for (const report of reports) {
  const failed = failedTests(report);
  const files = [...new Set(failed.map(({ file }) => file))];
  if (only !== undefined || failed.length === 0 || failed.length > MOST_TO_REPEAT) {
    broken.push(...failed);
    if (report.status !== 0) failures.push(`tests (${report.projects.join(', ')})`);
    continue;
  }
  console.log(`\n== once more: ${files.map((file) => relative(root, file)).join(', ')}`);
  const name = `again-${report.projects.join('-')}`;
  const again = await runTests(report.projects, files, name, ['--no-file-parallelism']);
  const failedAgain = failedTests(again);
  broken.push(...failedAgain);
  if (again.status !== 0) failures.push(`tests (${report.projects.join(', ')})`);
  else unsteady.push(...failed);
}
if (only === undefined) step('soak', ['bench/ci.ts', 'soak']);
rmSync(folder, { recursive: true, force: true });

const count = (name) => reports.reduce((sum, report) => sum + report[name], 0);
const passed = count('numPassedTests') + unsteady.length;
if (passed === 0) failures.push('no test ran');
if (unsteady.length > 0)
  console.error(`\nFailed beside other tests and passed alone:\n${unsteady.map(describeFailure).join('\n')}`);
if (broken.length > 0) console.error(`\nFailed tests:\n${broken.map(describeFailure).join('\n')}`);
if (failures.length > 0) console.error(`\nFailed: ${[...new Set(failures)].join(', ')}`);
const failed = Math.max(broken.length, failures.length > 0 ? 1 : 0);
const skipped = count('numPendingTests') + count('numTodoTests');
console.log(`\ntests: ${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failures.length > 0 ? 1 : 0);
