// Prints the figures of the house, before and after a change: lines and files, sizes of the build, the last whole test runs
// (test-results/run-*.json), and digests that a change without new behaviour keeps.
//   node scripts/figures.ts
import { spawnSync } from 'node:child_process';
import { createHash, type Hash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { feeOf, marginOf } from '../shared/domain/margin.ts';
import { money } from '../shared/domain/money.ts';
import { floatingPnl, pointValue } from '../shared/domain/pnl.ts';
import { price } from '../shared/domain/price.ts';
import { rateOf } from '../shared/domain/rate.ts';
import { volume } from '../shared/domain/volume.ts';

const root = join(import.meta.dirname, '..');
const PRODUCT = ['src', 'worker', 'shared', 'server', 'replay', 'service-worker'];

function count(...folders: readonly string[]): { readonly files: number; readonly lines: number } {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,css,mjs,js}`, { cwd: root }));
  const own = files.filter((path) => !path.includes('node_modules'));
  const lines = own.reduce(
    (sum, path) => sum + readFileSync(join(root, path), 'utf8').split('\n').length - 1,
    0,
  );
  return { files: own.length, lines };
}

function digestOf(add: (hash: Hash) => void): string {
  const hash = createHash('sha256');
  add(hash);
  return hash.digest('hex').slice(0, 16);
}

/** The state after each stored recording, by the command line. */
const recordings = (hash: Hash): void => {
  for (const path of globSync('tests/recordings/*.jsonl.gz', { cwd: root }).sort()) {
    const args = ['--disable-warning=ExperimentalWarning', 'replay/cli/main.ts', path, '--digest'];
    hash.update(spawnSync(process.execPath, args, { cwd: root }).stdout);
  }
};

/** Margin, fee and profit of 20,000 orders drawn from one seed. */
const moneyTable = (hash: Hash): void => {
  let seed = 20_261_128;
  const below = (bound: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed % bound;
  };
  for (let row = 0; row < 20_000; row++) {
    const precision = [0, 2, 3, 5][below(4)] ?? 0;
    const contractSize = [1, 100, 5_000, 100_000][below(4)] ?? 1;
    const [size, open, now] = [
      volume(100 * (1 + below(5_000))),
      price(1 + below(300_000)),
      price(1 + below(300_000)),
    ];
    const status = (['direct', 'inverse'] as const)[below(2)] ?? 'direct';
    const rate = rateOf({ status, code: 'X' }, price(1 + below(200_000)), 3);
    if (rate === undefined) continue;
    const marginMode = (['by-price', 'fixed'] as const)[below(2)] ?? 'fixed';
    const margin = marginOf({ marginMode, contractSize, precision }, size, open, 1 + below(500), rate);
    const fee = feeOf(below(2) === 0 ? 'per-lot' : 'of-margin', below(10_000), size, money(margin));
    const value = pointValue(size, contractSize, precision);
    const profit = floatingPnl(below(2) === 0 ? 'buy' : 'sell', open, now, value, rate);
    hash.update(`${margin} ${fee} ${profit}\n`);
  }
};

interface Run {
  readonly part: string;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly slowest: readonly string[];
}

const say = (label: string, ...values: readonly (string | number)[]) =>
  console.log(`${label.padEnd(22)}${values.join('  ')}`);
const describe = ({ files, lines }: ReturnType<typeof count>) => `${lines} lines in ${files} files`;

say('product', describe(count(...PRODUCT)));
say('tests', describe(count('tests')));
say('bench', describe(count('bench')));
say('scripts', describe(count('scripts')));
say('digest of recordings', digestOf(recordings));
say('digest of money table', digestOf(moneyTable));
for (const path of globSync('test-results/run-*.json', { cwd: root }).sort()) {
  const run: Run = JSON.parse(readFileSync(join(root, path), 'utf8'));
  const counts = `${run.passed} passed, ${run.failed} failed, ${run.skipped} skipped`;
  say(
    run.part,
    `${(run.seconds / 60).toFixed(1)} min`,
    `${(run.cpuSeconds / 60).toFixed(1)} min of CPU`,
    counts,
  );
  for (const line of run.slowest) console.log(`  ${line}`);
}
if (existsSync(join(root, 'dist', '.vite', 'manifest.json')))
  spawnSync(process.execPath, ['scripts/sizes.mjs'], { cwd: root, stdio: 'inherit' });
