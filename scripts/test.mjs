// The checks of a change, and those of a release.
//   npm test                           what a change can break: style, types, dead code, build, sizes, tests
//   npm run verify                     the same, then what guards a release (scripts/testing/release.mjs)
//   npm run verify -- --rest           only the second part
//   npm run verify -- --record         everything, and writes the times of the test files to tests/times.json
//   npm test -- PROJECT [PATH…]        the tests of one project (node, browser or e2e), all or those below the paths
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findNode, howToGetNode, root, toolEnvironment } from './node.mjs';
import { serverEnvironment } from './server-flags.mjs';
import { releaseFiles, twinFiles } from './testing/release.mjs';
import { countTests, failedTests, hasRun, withRepeated } from './testing/report.mjs';
import { describeSlowest, readTimes, slowNewFiles, writeRun, writeTimes } from './testing/times.mjs';

const node = findNode();
if (node === undefined) {
  console.error(howToGetNode);
  process.exit(1);
}
if (process.platform !== 'linux')
  console.warn(
    'The tests need Linux: some read /proc or send from several loopback addresses. Elsewhere run them in a container.',
  );
// Programs that tests start use the server's compile cache.
const environment = { ...serverEnvironment(), ...toolEnvironment(node) };
const bin = (name, script) => join(root, 'node_modules', name, script);
const failures = [];

const args = process.argv.slice(2);
const has = (option) => args.includes(option);
const [only, ...paths] = args.filter((arg) => !arg.startsWith('--'));
const { findBrowser, howToGetBrowser } = await import('./browser.mjs');
const browser = only === 'node' ? undefined : findBrowser();
if (browser !== undefined) environment.PIPSTREAM_CHROMIUM = browser;
else if (only !== 'node') {
  console.error(howToGetBrowser);
  failures.push('no Chromium: what needs one was left out');
}
const hasBrowser = browser !== undefined;

/** Once it has ended and all that it said has arrived. */
const exited = (child) => new Promise((resolve) => child.once('close', resolve));

/** Runs a step and prints what it said when it has ended, so that steps can run side by side. */
async function step(title, script, ...rest) {
  const child = spawn(node, [script, ...rest], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const status = await exited(child);
  console.log(`\n== ${title}\n${said.trimEnd()}`);
  if (status !== 0) failures.push(title);
}

async function checkSources() {
  await step('style', bin('@biomejs/biome', 'bin/biome'), 'check', '--error-on-warnings', '.');
  await step('dead code', bin('knip', 'bin/knip.js'));
}

async function checkBuild() {
  await step('build', 'scripts/build.mjs');
  await step('sizes', 'scripts/sizes.mjs');
}

const folder = mkdtempSync(join(tmpdir(), 'pipstream-test-'));
const reports = [];
const failed = [];
const unsteady = [];
const times = {};

/**
 * Runs tests in a child process.
 * @param projects with what their names in vitest.config.ts begin
 * @param files their paths; none: all
 * @param settings environment variables
 * @param options of Vitest
 */
async function runTests(projects, files = [], settings = {}, options = []) {
  reports.push({ testResults: [] });
  const at = reports.length - 1;
  const { report, status } = await runVitest(projects, files, settings, options);
  reports[at] = report;
  if (status !== 0) failed.push({ at, projects, settings });
}

let runs = 0;

/** @returns the report and the exit status */
async function runVitest(projects, files, settings, options = []) {
  const report = join(folder, `${runs++}-${projects.join('-')}.json`);
  const names = projects.flatMap((project) => ['--project', `${project}*`]);
  const child = spawn(node, [bin('vitest', 'vitest.mjs'), 'run', ...names, ...options, ...files], {
    cwd: root,
    stdio: 'inherit',
    env: { ...environment, ...settings, PIPSTREAM_TEST_REPORT: report },
  });
  const status = await exited(child);
  try {
    Object.assign(times, JSON.parse(readFileSync(`${report}.times`, 'utf8')));
    return { report: JSON.parse(readFileSync(report, 'utf8')), status };
  } catch {
    failures.push(`${projects.join(', ')}: no report`);
    return { report: { testResults: [] }, status };
  }
}

/**
 * Runs a few files with failures once more, when nothing runs beside them: what fails again has failed, what passes is named
 * as unsteady, to be fixed. Files that never began, however many, run now: a browser's page can lose its runner.
 */
async function repeatFailed({ at, projects, settings }) {
  const broken = failedTests(reports[at]);
  const filesOf = (tests) => [...new Set(tests.map(({ file }) => file))];
  const [files, begun] = [filesOf(broken), filesOf(broken.filter(hasRun))];
  const isTooMuch = only !== undefined || files.length === 0 || begun.length > MOST_TO_REPEAT;
  if (!isTooMuch) {
    console.log(`\n== once more: ${files.map((file) => relative(root, file)).join(', ')}`);
    const again = await runVitest(projects, files, settings, ['--no-file-parallelism']);
    reports[at] = withRepeated(reports[at], again.report);
    if (again.status === 0) return unsteady.push(...broken.filter(hasRun));
  }
  failures.push(`tests (${projects.join(', ')})`);
}
const MOST_TO_REPEAT = 5;

/**
 * Browser tests mostly wait for frames, the others for disks, child processes and pages: side by side they keep all cores
 * busy. A browser shows one file at a time, so two browsers take half of the files each, with a cache of Vite's each.
 */
async function testChange() {
  const settings = {
    PIPSTREAM_TEST_LEFT_OUT: releaseFiles().join('\n'),
    PIPSTREAM_TEST_DATABASES: 'embedded',
  };
  const half = (index) =>
    runTests(['browser'], [], { ...settings, PIPSTREAM_TEST_CACHE: `node_modules/.vite/${index}` }, [
      `--shard=${index}/2`,
    ]);
  await Promise.all([
    runTests(['node'], [], settings),
    ...(hasBrowser ? [half(1), half(2), runTests(['e2e'], [], settings)] : []),
  ]);
}

async function testRelease() {
  const files = releaseFiles();
  const browserFiles = files.filter((path) => /^tests\/(?:browser|e2e)\//.test(path));
  const nodeFiles = files.filter((path) => !browserFiles.includes(path));
  await Promise.all([
    runTests(['node'], nodeFiles).then(() =>
      runTests(['node'], twinFiles(), { PIPSTREAM_TEST_DATABASES: 'postgres' }),
    ),
    hasBrowser ? runTests(['e2e'], browserFiles) : undefined,
  ]);
}

/** Last: the soak leaves a build of the app in `dist/` that names its functions. */
async function measure() {
  await step('ratios', 'bench/ci.ts');
  await step('soak', 'bench/ci.ts', 'soak');
}

const startedAt = performance.now();
const hasRelease = only === undefined && (has('--all') || has('--rest'));
if (only !== undefined) await runTests([only], paths);
else {
  if (!has('--rest')) {
    // The build and the type check take longest, on one core each.
    await Promise.all([checkBuild(), checkSources(), step('types', 'scripts/typecheck.mjs')]);
    await testChange();
  }
  if (hasRelease) await testRelease();
}
for (const one of failed) await repeatFailed(one);
if (hasRelease && hasBrowser) await measure();
rmSync(folder, { recursive: true, force: true });

const { passed, skipped } = countTests(reports);
if (passed === 0) failures.push('no test ran');
const known = readTimes();
if (has('--record')) writeTimes({ ...known, ...times });
else failures.push(...slowNewFiles(times, known));
const describeAll = (tests) =>
  tests.map(({ file, test, why }) => `  ${relative(root, file)}: ${test}\n    ${why}`).join('\n');
if (unsteady.length > 0)
  console.error(`\nFailed beside other tests and passed alone; fix them:\n${describeAll(unsteady)}`);
const broken = reports.flatMap(failedTests);
if (broken.length > 0) console.error(`\nFailed tests:\n${describeAll(broken)}`);
if (only === undefined) {
  const seconds = (performance.now() - startedAt) / 1000;
  const part = has('--rest') ? 'rest' : has('--all') ? 'verify' : 'test';
  console.log(`\n${writeRun({ part, seconds, passed, failed: broken.length, skipped, times })}`);
  console.log(`\nThe slowest files:\n${describeSlowest(times)}`);
}
if (failures.length > 0) console.error(`\nFailed: ${[...new Set(failures)].join(', ')}`);
const count = Math.max(broken.length, failures.length > 0 ? 1 : 0);
console.log(`\ntests: ${passed} passed, ${count} failed, ${skipped} skipped`);
process.exit(failures.length > 0 ? 1 : 0);
