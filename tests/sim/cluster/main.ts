// An exchange in parts on a simulated bus and database: npm run sim -- cluster --seed 1. See docs/simulation.md.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { printFigure } from '../../../bench/cluster/print-figure.ts';
import { readCommandLine } from '../../../server/command-line.ts';
import type { ClusterJob, ClusterNews } from './job.ts';
import type { ClusterReport } from './run.ts';

const HELP = `npm run sim -- cluster [--seed n] [--seeds n|first-last]
  Runs the protocol of an exchange in parts on a simulated bus and database; see docs/simulation.md.
  --seed n             the first seed; 1 by default
  --seeds n            how many of them, 1 by default; or the first and the last, as 201-300
  --jobs n             threads; as many as there are cores by default
  --gateways n, --dealers n, --feeds n   how many of each; 100, 8 and 2 by default
  --phones n           of each gateway; 50 by default
  --seconds n          how long faults happen, in simulated time; 30 by default
  --no-fence           without the check of epochs, which has to be found`;

const OPTIONS = {
  seed: { type: 'string', default: '1' },
  seeds: { type: 'string', default: '1' },
  jobs: { type: 'string', default: String(availableParallelism()) },
  gateways: { type: 'string', default: '100' },
  phones: { type: 'string', default: '50' },
  dealers: { type: 'string', default: '8' },
  feeds: { type: 'string', default: '2' },
  seconds: { type: 'string', default: '30' },
  'no-fence': { type: 'boolean', default: false },
} as const;

const PROGRESS_MS = 10_000;

/** Ends early with Ctrl-C, after the seeds under way. @returns the exit status */
export async function runClusterSeeds(args: readonly string[]): Promise<number> {
  const { values } = readCommandLine(HELP, { args: [...args], options: OPTIONS });
  const options = {
    gateways: whole('gateways', values.gateways),
    phones: whole('phones', values.phones),
    dealers: whole('dealers', values.dealers),
    feeds: whole('feeds', values.feeds),
    seconds: whole('seconds', values.seconds),
    isFenced: !values['no-fence'],
  };
  const [first, last] = rangeOf(values.seed, values.seeds);
  const sum = { given: first, done: 0, failed: 0, intents: 0, faults: 0 };
  const running = new Map<number, number>();
  const ending = new AbortController();
  const end = () => ending.abort();
  process.once('SIGINT', end);
  const fromMs = performance.now();
  const elapsed = () => Math.round((performance.now() - fromMs) / 1_000);
  const tell = () => {
    const now = [...running].map(([seed, share]) => `${seed} (${Math.round(100 * share)} %)`).join(', ');
    console.error(
      `${sum.done} of ${last - first + 1} seeds in ${elapsed()} s, ${sum.failed} failed; at ${now}`,
    );
  };
  const take = (report: ClusterReport, ms: number) => {
    sum.done++;
    sum.intents += report.intents;
    sum.faults += Object.values(report.faults).reduce((all, times) => all + times, 0);
    if (report.violations.length > 0) sum.failed++;
    console.log(lineOf(report, ms));
    for (const one of report.violations.slice(0, 10)) console.log(`  ${one}`);
    if (report.violations.length > 0) console.log(`  again: ${againOf(report.seed, values)}`);
  };
  const job = async (): Promise<void> => {
    const worker = new Worker(new URL('./job.ts', import.meta.url), { resourceLimits: ROOM });
    for (let seed = sum.given++; seed <= last && !ending.signal.aborted; seed = sum.given++) {
      running.set(seed, 0);
      const { report, ms } = await runIn(worker, { ...options, seed }, (share) => running.set(seed, share));
      running.delete(seed);
      take(report, ms);
    }
    await worker.terminate();
  };
  const progress = setInterval(tell, PROGRESS_MS);
  await Promise.all(Array.from({ length: Math.min(whole('jobs', values.jobs), last - first + 1) }, job));
  clearInterval(progress);
  process.off('SIGINT', end);
  const { done, failed, intents, faults } = sum;
  const size = `${options.gateways * options.phones} phones`;
  const text = `seeds ${first} to ${first + done - 1} with ${size}: ${failed} of ${done} failed; ${intents} orders and closes under ${faults} faults; ${elapsed()} s`;
  await printFigure({ id: 'S9', text, isMet: failed === 0 });
  return failed === 0 ? 0 : 1;
}

/** Most garbage of a seed is young: with the usual few MB for it, a fifth of the time goes into collecting it. */
const ROOM = { maxYoungGenerationSizeMb: 192 };

function runIn(worker: Worker, job: ClusterJob, onShare: (share: number) => void) {
  return new Promise<{ readonly report: ClusterReport; readonly ms: number }>((resolve, reject) => {
    const listen = (news: ClusterNews) => {
      if (news.status === 'running') return onShare(news.share);
      worker.off('message', listen).off('error', reject);
      resolve(news);
    };
    worker.on('message', listen).once('error', reject);
    worker.postMessage(job);
  });
}

function whole(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new Error(`--${name} must be a whole number above 0.`);
  return number;
}

/** @returns the first and the last seed */
function rangeOf(seed: string, seeds: string): readonly [number, number] {
  const range = /^(\d+)-(\d+)$/.exec(seeds);
  if (range === null) return [whole('seed', seed), whole('seed', seed) + whole('seeds', seeds) - 1];
  const [first, last] = [whole('seeds', range[1] ?? ''), whole('seeds', range[2] ?? '')];
  if (last < first) throw new Error('--seeds: the last seed is below the first.');
  return [first, last];
}

function againOf(seed: number, values: Readonly<Record<string, string | boolean | undefined>>): string {
  const own = Object.entries(values).filter(([name]) => !['seed', 'seeds', 'jobs'].includes(name));
  const given = own.map(([name, value]) =>
    value === true ? ` --${name}` : value ? ` --${name} ${value}` : '',
  );
  return `npm run sim -- cluster --seed ${seed}${given.join('')}`;
}

function lineOf(report: ClusterReport, tookMs: number): string {
  const { seed, violations, intents, acknowledged, notExecuted, triggered, faults } = report;
  const struck = Object.entries(faults)
    .map(([name, times]) => `${name} ${times}`)
    .join(', ');
  return (
    `seed ${seed}: ${violations.length} violations; ${acknowledged} of ${intents} orders and closes done, ${notExecuted} surely not; ` +
    `something shown after ${report.slowestShownMs} ms at most, known after ${report.slowestKnownMs} ms; ` +
    `${triggered} closed by prices; ${struck}; ${Math.round(tookMs / 1_000)} s`
  );
}
