/*
 * Tries the faults of docs/faults.md: `npm run faults`.
 * Results of full runs are kept beside the packages; once every row has one of the same commit, docs/faults.md is written.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { readCommandLine } from '../../server/command-line.ts';
import { root } from '../architecture/sources.ts';
import { cleanUp } from '../helpers/cleanup.ts';
import { ALL_ROWS } from './all-rows.ts';
import { type Measured, NotHere, type Row } from './row.ts';
import { type Tried, tableOf, withRows } from './table.ts';

const HELP = `npm run faults -- [ROW…]
  Tries the faults of docs/faults.md; all rows by default.
  --list      says what each row tries, and ends
  --quick     few trials
  --trials n  so many of each row
  --seed n    1 by default`;

const { values, positionals } = readCommandLine(HELP, {
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    trials: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const unknown = positionals.filter((id) => !ALL_ROWS.some((row) => row.id === id));
const numbers = [values.seed, values.trials ?? '1'].map(Number);
if (unknown.length > 0 || numbers.some((one) => !Number.isSafeInteger(one) || one < 1)) {
  console.error(
    unknown.length > 0
      ? `No such row: ${unknown.join(', ')}. --list shows all.`
      : '--trials and --seed are whole numbers from 1.',
  );
  process.exit(1);
}
const rows = positionals.length === 0 ? ALL_ROWS : ALL_ROWS.filter(({ id }) => positionals.includes(id));
if (values.list) {
  for (const { id, fault, goal } of rows) console.log(`${id.padEnd(4)} ${fault}: ${goal}`);
  process.exit(0);
}

const KEPT = join(root, 'node_modules', '.cache', 'faults');
const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], {
  cwd: root,
  encoding: 'utf8',
}).stdout.trim();
interface Kept extends Omit<Tried, 'row'> {
  readonly commit: string;
  readonly load: number;
}

const seed = Number(values.seed);
const tried: Tried[] = [];
for (const row of rows) {
  const trials =
    values.trials === undefined ? row.trials[values.quick ? 'quick' : 'full'] : Number(values.trials);
  console.log(`\n${row.id}  ${row.fault}`);
  const from = performance.now();
  const result = await measured(row, trials);
  const one = { row, seed, ...result };
  tried.push(one);
  if (!values.quick && values.trials === undefined) keep(one);
  const seconds = Math.round((performance.now() - from) / 1_000);
  console.log(`    goal: ${row.goal}`);
  console.log(
    `    ${result.verdict}: ${result.measured} (trials ${result.trials}, seed ${seed}, ${seconds} s)`,
  );
  if (result.note !== undefined) console.log(`    ${result.note}`);
}

const missed = tried.filter(({ verdict }) => verdict === 'missed').map(({ row }) => row.id);
const skipped = tried.filter(({ verdict }) => verdict === 'not run').map(({ row }) => row.id);
console.log(
  `\n${tried.length} rows: ${tried.length - missed.length - skipped.length} met, ${missed.length} missed (${missed.join(', ') || 'none'}), ${skipped.length} not run (${skipped.join(', ') || 'none'})`,
);
writePage();
process.exit(missed.length === 0 ? 0 : 1);

/** The result of a row, with what it depends on. */
function keep({ row, ...result }: Tried): void {
  mkdirSync(KEPT, { recursive: true });
  writeFileSync(join(KEPT, `${row.id}.json`), JSON.stringify({ commit, load: loadavg()[1], ...result }));
}

function writePage(): void {
  const kept = ALL_ROWS.flatMap((row) => {
    const file = join(KEPT, `${row.id}.json`);
    const result: Kept | undefined = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
    return result?.commit === commit ? [{ ...result, row }] : [];
  });
  const file = join(root, 'docs', 'faults.md');
  if (kept.length < ALL_ROWS.length) {
    const run = tried.filter(({ row }) => kept.some((one) => one.row.id === row.id));
    if (run.length > 0) writeFileSync(file, withRows(readFileSync(file, 'utf8'), run));
    return;
  }
  const [cpu] = cpus();
  const loads = kept.map(({ load }) => load).toSorted((a, b) => a - b);
  const page = tableOf(kept, {
    date: new Date().toISOString().slice(0, 10),
    commit,
    machine: `${cpus().length} cores (${cpu?.model ?? 'unknown'}) with a load of ${loads.at(0)?.toFixed(0)} to ${loads.at(-1)?.toFixed(0)}`,
    node: process.version,
  });
  writeFileSync(file, page);
  console.log('Written to docs/faults.md');
}

async function measured(row: Row, trials: number): Promise<Omit<Tried, 'row' | 'seed'>> {
  if (trials === 0 && row.trials.full > 0)
    return { verdict: 'not run', measured: 'left out by --quick', trials: 0 };
  try {
    const result: Measured = await row.run({ trials, seed, report: (line) => console.log(`    ${line}`) });
    return { ...result, verdict: result.met ? 'met' : 'missed' };
  } catch (error) {
    if (error instanceof NotHere) return { verdict: 'not run', measured: error.message, trials: 0 };
    console.error(error);
    return { verdict: 'missed', measured: `the trial failed: ${String(error)}`, trials: 0 };
  } finally {
    await cleanUp();
  }
}
