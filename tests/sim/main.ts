// The whole system in one process with fake clock, network and disk: npm run sim -- --seed 1 --steps 100. See docs/simulation.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { readCommandLine } from '../../server/command-line.ts';
import type { JobData, Report, Task } from './job.ts';
import { lineOf, type Step, stepsOf } from './steps.ts';
import { addCounts, type Counts } from './tally.ts';

if (process.argv[2] === 'cluster') {
  const { runClusterSeeds } = await import('./cluster/main.ts');
  process.exit(await runClusterSeeds(process.argv.slice(3)));
}

const HELP = `npm run sim -- [--seed n] [--seeds n] [--steps n]
  Runs the whole system on a fake clock, network and disk, and checks its rules after every step; see docs/simulation.md.
  --seed n           the first seed; 1 by default
  --seeds n          how many of them; 1 by default
  --forever          until Ctrl-C
  --steps n          of each seed; 100 by default
  --only n,n,...     some steps of a run, or none
  --steps-file FILE  steps as lines of JSON, in place of the seed's own
  --jobs n           threads; as many as there are cores by default
  --bail             ends with the first seed that fails
  --no-shrink        does not look for the fewest steps that fail
npm run sim -- cluster
  An exchange in parts; npm run sim -- cluster --help tells more.`;

const { values } = readCommandLine(HELP, {
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    steps: { type: 'string', default: '100' },
    only: { type: 'string' },
    'steps-file': { type: 'string' },
    forever: { type: 'boolean', default: false },
    jobs: { type: 'string', default: String(availableParallelism()) },
    bail: { type: 'boolean', default: false },
    'no-shrink': { type: 'boolean', default: false },
  },
});

const whole = (name: 'seed' | 'seeds' | 'steps' | 'jobs'): number => {
  const number = Number(values[name]);
  if (!Number.isSafeInteger(number) || number < 1) stop(`--${name} must be a whole number above 0.`);
  return number;
};
const firstSeed = whole('seed');
const count = values.forever ? Number.POSITIVE_INFINITY : whole('seeds');
const stepCount = whole('steps');

/** A seed that takes longer is stuck. */
const STUCK_MS = 120_000;
/** A thread is replaced after this many seeds, so that what they leave behind does not add up. */
const SEEDS_A_THREAD = 200;
const PROGRESS_MS = 5_000;

const startMs = performance.now();
const sum = { seeds: 0, steps: 0, simulatedMs: 0, failed: 0 };
const counts: Counts = {};
let given = 0;
let isStopping = false;

process.on('SIGINT', () => {
  isStopping = true;
});
const progress = setInterval(tell, PROGRESS_MS);
await Promise.all(Array.from({ length: Math.min(whole('jobs'), count) }, work));
clearInterval(progress);
tell();
summarise();
process.exitCode = sum.failed === 0 ? 0 : 1;

function nextTask(): Task | undefined {
  if (isStopping || given >= count) return undefined;
  const seed = firstSeed + given++;
  return { seed, steps: stepsFor(seed) };
}

function stepsFor(seed: number): readonly Step[] {
  const file = values['steps-file'];
  if (file !== undefined)
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Step);
  const only = values.only === 'none' ? [] : values.only?.split(',').map(Number);
  const all = stepsOf(
    seed,
    only === undefined ? stepCount : Math.max(stepCount, ...only.map((at) => at + 1)),
  );
  return only === undefined ? all : all.filter(({ at }) => only.includes(at));
}

/** One thread after the other, until no seed is left. */
async function work(): Promise<void> {
  for (let task = nextTask(); task !== undefined; task = await runThread(task));
}

/** @returns the first task for the next thread */
function runThread(first: Task): Promise<Task | undefined> {
  return new Promise((resolve) => {
    const workerData: JobData = { isShrinking: !values['no-shrink'] };
    const thread = new Worker(new URL('job.ts', import.meta.url), { workerData });
    let task = first;
    let ran = 0;
    let watch: NodeJS.Timeout | undefined;
    const fail = (what: string) => {
      clearTimeout(watch);
      sum.failed++;
      console.log(`\nSeed ${task.seed}: ${what}\n  again: ${again(task.seed)}`);
      void thread.terminate().then(() => resolve(nextTask()));
    };
    const give = (next: Task) => {
      task = next;
      thread.postMessage(next);
      watch = setTimeout(() => fail('it did not end'), values['no-shrink'] ? STUCK_MS : 10 * STUCK_MS);
    };
    thread.on('error', (error) => fail(`it ended with ${error.stack ?? error.message}`));
    thread.on('message', (report: Report | 'ready') => {
      clearTimeout(watch);
      if (report === 'ready') return give(first);
      take(report);
      const next = nextTask();
      if (next !== undefined && ++ran < SEEDS_A_THREAD) return give(next);
      thread.postMessage('end');
      thread.on('exit', () => resolve(next));
    });
  });
}

function take(report: Report): void {
  sum.seeds++;
  sum.steps += report.steps;
  sum.simulatedMs += report.simulatedMs;
  addCounts(counts, report.counts);
  if (report.failure === undefined) return;
  sum.failed++;
  isStopping ||= values.bail;
  const { seed, steps, failure } = report;
  const file = join(tmpdir(), `pipstream-sim-${seed}.jsonl`);
  writeFileSync(file, `${failure.simplest.map(lineOf).join('\n')}\n`);
  const where = failure.after === undefined ? 'when everything was quiet' : `after step ${failure.after}`;
  console.log(
    [
      `\nSeed ${seed} fails ${where}:`,
      ...failure.breaks.slice(0, 4).map((one) => `  ${one.slice(0, 600)}`),
      `${failure.only.length} of ${steps} steps are enough:`,
      ...failure.simplest.map((step) => `  ${lineOf(step)}`),
      `  again: ${again(seed, failure.only)}`,
      `     or: npm run sim -- --seed ${seed} --steps-file ${file}`,
    ].join('\n'),
  );
}

function again(seed: number, only?: readonly Step[]): string {
  const run = `npm run sim -- --seed ${seed}`;
  return only === undefined
    ? `${run} --steps ${stepCount}`
    : `${run} --only ${only.map(({ at }) => at).join(',') || 'none'}`;
}

function tell(): void {
  const seconds = (performance.now() - startMs) / 1_000;
  const rate = sum.seeds / seconds;
  const left = Number.isFinite(count) && rate > 0 ? `, ${Math.round((count - sum.seeds) / rate)} s left` : '';
  console.log(
    `${sum.seeds} of ${Number.isFinite(count) ? count : 'endless'} seeds in ${Math.round(seconds)} s, ${sum.failed} failed${left}`,
  );
}

function summarise(): void {
  const hours = (sum.simulatedMs / 3_600_000).toFixed(1);
  console.log(`${sum.seeds} seeds, ${sum.steps} steps, ${hours} simulated hours, ${sum.failed} failed`);
  for (const [group, names] of Object.entries(counts)) {
    const words = Object.entries(names).toSorted(([, a], [, b]) => b - a);
    console.log(`${group}: ${words.map(([name, times]) => `${name} ${times}`).join(', ')}`);
  }
}

function stop(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
