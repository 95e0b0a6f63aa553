// The tests nearest to a change, within about 20 s; without types and style. A green check is no green test run.
//   npm run check                      what differs from the last commit, or the last commit itself
//   npm run check -- --base REV        all since REV
//   npm run check -- --commit REV      what this commit changed
//   npm run check -- FILE…             these files
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findNode, howToGetNode, root, toolEnvironment } from './node.mjs';

const node = findNode();
if (node === undefined) {
  console.error(howToGetNode);
  process.exit(1);
}
const { affectedTests, fitting, importersOf } = await import('./testing/affected.mjs');
const { releaseFiles } = await import('./testing/release.mjs');
const { readTimes } = await import('./testing/times.mjs');

/** Seconds of tests by project, as tests/times.json has them of a busy run, in a check of about 20 s on two quiet cores. */
const SECONDS = { node: 46, nodeBeside: 26, browser: 12 };

const git = (...args) =>
  spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line !== '');

function changedFiles([option, rev, ...others]) {
  if (option === '--base') return git('diff', '--name-only', rev);
  if (option === '--commit') return git('show', '--name-only', '--format=', rev);
  if (option !== undefined) return [option, rev, ...others].filter((path) => path !== undefined);
  const open = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
  return open.length > 0 ? open : git('show', '--name-only', '--format=', 'HEAD');
}

const startedAt = performance.now();
const changed = changedFiles(process.argv.slice(2));
const files = git('ls-files', '--cached', '--others', '--exclude-standard');
const release = new Set(releaseFiles());
const tests = affectedTests(changed, importersOf(files)).filter(
  (path) => !release.has(path) && !path.startsWith('tests/e2e/'),
);
const inBrowser = tests.filter((path) => path.startsWith('tests/browser/'));
const inNode = tests.filter((path) => !path.startsWith('tests/browser/'));
const times = readTimes();
const chosen = {
  node: fitting(inNode, times, inBrowser.length > 0 ? SECONDS.nodeBeside : SECONDS.node),
  browser: fitting(inBrowser, times, SECONDS.browser),
};
const count = chosen.node.length + chosen.browser.length;
console.log(
  `${changed.length} changed files can break ${tests.length} test files; running the nearest ${count}. \`npm test\` runs all.`,
);
if (count === 0) process.exit(0);

const environment = { ...toolEnvironment(node), PIPSTREAM_TEST_DATABASES: 'embedded' };
if (chosen.browser.length > 0) {
  const { presentBrowser } = await import('./browser.mjs');
  const browser = presentBrowser();
  if (browser === undefined) {
    console.error('There is no Chromium here: `npm test` finds or installs one. Its tests were left out.');
    chosen.browser = [];
  } else environment.PIPSTREAM_CHROMIUM = browser;
}

function run(project, paths) {
  if (paths.length === 0) return 0;
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  // What fails may hang, and each test of a file with it: the first failure ends the project's run.
  const options = ['--project', `${project}*`, '--reporter=dot', '--bail=1'];
  const child = spawn(node, [vitest, 'run', ...options, ...paths], {
    cwd: root,
    stdio: 'inherit',
    env: environment,
  });
  return new Promise((resolve) => child.once('close', resolve));
}

const statuses = await Promise.all([run('node', chosen.node), run('browser', chosen.browser)]);
console.log(`check: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
process.exit(statuses.every((status) => status === 0) ? 0 : 1);
