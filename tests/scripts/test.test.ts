import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../architecture/sources.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const STEPS = [
  'node_modules/@biomejs/biome/bin/biome',
  'scripts/typecheck.mjs',
  'node_modules/knip/bin/knip.js',
  'scripts/build.mjs',
  'scripts/sizes.mjs',
  'bench/ci.ts',
];
/** Vitest, with one passed test in each run. */
const VITEST = `import { writeFileSync } from 'node:fs';
const args = process.argv.slice(2);
console.log('ran', args.filter((_, i) => args[i - 1] === '--project').join());
const file = args.find((arg) => arg.startsWith('--outputFile.json=')).split('=')[1];
const test = { status: 'passed', fullName: 'a', failureMessages: [] };
writeFileSync(file, JSON.stringify({ testResults: [{ name: 'a', status: 'passed', assertionResults: [test] }] }));`;

/** `npm test` of a project whose steps do nothing but say that they ran, with this browser. */
function runTests(browser: string, settings: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder();
  const place = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const path of STEPS) place(path, `console.log('ran ${path}')`);
  place('node_modules/vitest/vitest.mjs', VITEST);
  for (const name of ['test', 'browser', 'node', 'test-report'])
    cpSync(join(root, 'scripts', `${name}.mjs`), join(folder, 'scripts', `${name}.mjs`));
  symlinkSync(join(root, 'node_modules/playwright'), join(folder, 'node_modules/playwright'), 'junction');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/test.mjs'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PIPSTREAM_CHROMIUM: browser, ...settings },
  });
  const ran = [...stdout.matchAll(/^ran (.*)$/gm)].map(([, what]) => what);
  return { status, ran, last: stdout.trim().split('\n').at(-1), said: stderr };
}

describe.skipIf(process.platform === 'win32')('npm test', () => {
  it('runs each step, both groups of tests, and the soak', () => {
    const { status, ran, last, said } = runTests('/usr/bin/true');
    expect([status, said]).toEqual([0, '']);
    expect(ran.toSorted()).toEqual([...STEPS, 'bench/ci.ts', 'node', 'browser,e2e'].toSorted());
    expect(last).toBe('tests: 2 passed, 0 failed, 0 skipped');
  });

  it('says first that another system than Linux fails some tests', () => {
    const mac = "Object.defineProperty(process, 'platform', { value: 'darwin' })";
    const settings = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(mac)}` };
    expect(runTests('/usr/bin/true', settings)).toMatchObject({
      status: 0,
      said: expect.stringMatching(/^The tests need Linux: /),
    });
  });

  it('without a Chromium says how to get one, runs what needs none, and fails', () => {
    const { status, ran, last, said } = runTests('/usr/bin/false');
    expect(ran).toEqual([...STEPS.filter((path) => path !== 'bench/ci.ts'), 'node']);
    expect(said).toMatch(/^\/usr\/bin\/false does not start: .*\nThe tests need a Chromium/);
    expect(said).toContain('\nFailed: no Chromium: what needs one was left out\n');
    expect([status, last]).toEqual([1, 'tests: 1 passed, 1 failed, 0 skipped']);
  });
});
