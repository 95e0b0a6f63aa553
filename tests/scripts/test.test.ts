import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { root } from '../architecture/sources.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const { releaseFiles }: { releaseFiles(): readonly string[] } = await import(
  pathToFileURL(join(root, 'scripts', 'testing', 'release.mjs')).href
);

const STEPS = [
  'node_modules/@biomejs/biome/bin/biome',
  'scripts/typecheck.mjs',
  'node_modules/knip/bin/knip.js',
  'scripts/build.mjs',
  'scripts/sizes.mjs',
];
/** Vitest: says its projects, databases and number of files, and passes one test, which took 30 s. */
const VITEST = `import { writeFileSync } from 'node:fs';
const args = process.argv.slice(2);
const { PIPSTREAM_TEST_REPORT: file, PIPSTREAM_TEST_DATABASES: databases = 'all', PIPSTREAM_TEST_LEFT_OUT: leftOut } = process.env;
const files = args.filter((arg) => arg.startsWith('tests/'));
const projects = args.filter((_, i) => args[i - 1] === '--project').map((name) => name.slice(0, -1));
const [shard] = args.filter((arg) => arg.startsWith('--shard=')).map((arg) => ' ' + arg.slice('--shard='.length));
console.log(args.includes('--no-file-parallelism') ? 'repeated' : 'ran', projects.join() + (shard ?? ''), databases, leftOut ? 'without those of a release' : files[0] ?? 'all');
const test = { status: process.env.FAKE_STATUS ?? 'passed', fullName: 'a', failureMessages: ['why'] };
writeFileSync(file, JSON.stringify({ testResults: [{ name: 'a', status: test.status, assertionResults: [test] }] }));
writeFileSync(file + '.times', JSON.stringify({ 'tests/new.test.ts': 30, ...JSON.parse(process.env.FAKE_TIMES ?? '{}') }));`;

const KNOWN = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`tests/${i}.test.ts`, 2]));
const times = (seconds: number) =>
  JSON.stringify(Object.fromEntries(Object.keys(KNOWN).map((path) => [path, seconds])));

interface Run {
  readonly args?: readonly string[];
  readonly browser?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

/** A test run of a project whose steps do nothing but say that they ran. */
function runTests({ args = [], browser = '/usr/bin/true', settings = {} }: Run = {}) {
  const folder = temporaryFolder();
  const place = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const path of [...STEPS, 'bench/ci.ts']) place(path, `console.log('ran ${path}')`);
  place('node_modules/vitest/vitest.mjs', VITEST);
  place('tests/times.json', JSON.stringify(KNOWN));
  for (const name of ['test.mjs', 'browser.mjs', 'node.mjs', 'server-flags.mjs', 'testing'])
    cpSync(join(root, 'scripts', name), join(folder, 'scripts', name), { recursive: true });
  for (const path of releaseFiles()) place(path, '');
  place('tests/server/twin.test.ts', 'onEachDatabase');
  symlinkSync(join(root, 'node_modules/playwright'), join(folder, 'node_modules/playwright'), 'junction');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/test.mjs', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...withoutTests(process.env), PIPSTREAM_CHROMIUM: browser, ...settings },
  });
  const ran = [...stdout.matchAll(/^ran (.*)$/gm)].map(([, what]) => what);
  return { status, ran, last: stdout.trim().split('\n').at(-1), said: stderr };
}

const CHANGE = [
  'node embedded without those of a release',
  // Half of the files each.
  'browser 1/2 embedded without those of a release',
  'browser 2/2 embedded without those of a release',
  'e2e embedded without those of a release',
];
const REST = [
  'node all tests/faults/damaged-pages.test.ts',
  'node postgres tests/server/twin.test.ts',
  'e2e all tests/e2e/looks/fit.test.ts',
  'bench/ci.ts',
  'bench/ci.ts',
];

describe.skipIf(process.platform === 'win32')('a test run', () => {
  it.each([
    ['npm test', [], [...STEPS, ...CHANGE]],
    ['the rest of npm run verify', ['--rest'], REST],
    ['npm run verify', ['--all'], [...STEPS, ...CHANGE, ...REST]],
  ])('%s runs its steps and its tests', (_, args, wanted) => {
    const { status, ran, last, said } = runTests({ args });
    expect([status, said]).toEqual([0, '']);
    expect(ran.map(withoutFile).toSorted()).toEqual(wanted.map(withoutFile).toSorted());
    expect(last).toBe(
      `tests: ${wanted.filter((what) => /^(?:node|browser|e2e) /.test(what)).length} passed, 0 failed, 0 skipped`,
    );
  });

  it('repeats a failed test once, alone; one that fails again is named, and fails the run', () => {
    const { status, said, last } = runTests({ settings: { FAKE_STATUS: 'failed' } });
    expect(said).toContain('a: a\n    why');
    expect([status, last]).toEqual([1, 'tests: 0 passed, 4 failed, 0 skipped']);
  });

  it('fails for a new file above 20 s, but not where all files are as much slower', () => {
    const quick = runTests({ settings: { FAKE_TIMES: times(2) } });
    expect(quick.said).toContain('tests/new.test.ts is new and takes 30 s, more than 20 s');
    expect(quick.status).toBe(1);
    expect(runTests({ settings: { FAKE_TIMES: times(4) } }).status).toBe(0);
  });

  it('says first that another system than Linux fails some tests', () => {
    const mac = "Object.defineProperty(process, 'platform', { value: 'darwin' })";
    const settings = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(mac)}` };
    expect(runTests({ settings })).toMatchObject({
      status: 0,
      said: expect.stringMatching(/^The tests need Linux: /),
    });
  });

  it('without a Chromium says how to get one, runs what needs none, and fails', () => {
    const { status, ran, last, said } = runTests({ browser: '/usr/bin/false' });
    expect(ran.toSorted()).toEqual([...STEPS, CHANGE[0]].toSorted());
    expect(said).toMatch(/^\/usr\/bin\/false does not start: .*\nThe tests need a Chromium/);
    expect(said).toContain('\nFailed: no Chromium: what needs one was left out\n');
    expect([status, last]).toEqual([1, 'tests: 1 passed, 1 failed, 0 skipped']);
  });
});

/** A run inside a run has settings of its own. */
const withoutTests = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('PIPSTREAM_TEST')));

/** Which of the files is the first depends on the folder. */
function withoutFile(what = ''): string {
  return what.replace(/ tests\/(?!server\/twin).*/, ' those of a release');
}
