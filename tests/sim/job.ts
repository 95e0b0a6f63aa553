// Runs seeds for main.ts, in a thread of its own.
import { parentPort, workerData } from 'node:worker_threads';
import { type Ground, layGround } from './ground.ts';
import { type Failure, type Run, simulate } from './run.ts';
import { shrink, simplify } from './shrink.ts';
import type { Step } from './steps.ts';
import type { Counts } from './tally.ts';

export interface Task {
  readonly seed: number;
  readonly steps: readonly Step[];
}

export interface Report {
  readonly seed: number;
  readonly steps: number;
  readonly simulatedMs: number;
  readonly counts: Counts;
  readonly failure?: Failure & {
    /** The shortest list of the seed's own steps that breaks the same rule; then the simplest one. */
    readonly only: readonly Step[];
    readonly simplest: readonly Step[];
  };
}

export interface JobData {
  readonly isShrinking: boolean;
}

/** Runs the steps and checks them. */
async function runOnce(task: Task, ground: Ground): Promise<Run> {
  const run = await simulate({ ...task, ground });
  await run.stop();
  return run;
}

/** Runs a seed; a failing one is shrunk. */
export async function runSeed({ seed, steps }: Task, ground: Ground, isShrinking: boolean): Promise<Report> {
  const { failure, simulatedMs, tally } = await runOnce({ seed, steps }, ground);
  const report = { seed, steps: steps.length, simulatedMs, counts: tally.counts as Counts };
  if (failure === undefined) return report;
  const rule = ruleOf(failure);
  const fails = async (some: readonly Step[]): Promise<boolean> => {
    const again = await runOnce({ seed, steps: some }, ground);
    return again.failure !== undefined && ruleOf(again.failure) === rule;
  };
  const upTo = steps.filter(({ at }) => failure.after === undefined || at <= failure.after);
  const only = isShrinking ? await shrink(upTo, fails) : upTo;
  const simplest = isShrinking ? await simplify(only, simplerOf, fails) : only;
  return { ...report, failure: { ...failure, only, simplest } };
}

/** The broken rule without its numbers and names. */
const ruleOf = ({ breaks }: Failure): string =>
  (breaks[0] ?? '').replaceAll(/user-\d+(-\d+)?|[{[].*|-?\d+(\.\d+)?/gs, '#').slice(0, 60);

function simplerOf(step: Step): readonly Step[] {
  const { ms, waitMs } = step;
  return [
    ...(waitMs > 0 ? [{ ...step, waitMs: 0 }] : []),
    ...(waitMs > 200 ? [{ ...step, waitMs: 100 }] : []),
    ...(ms !== undefined && ms > 1_000 ? [{ ...step, ms: 1_000 }] : []),
  ];
}

const port = parentPort;
const data = workerData as JobData | null;
if (port !== null && data !== null && 'isShrinking' in data) {
  const ground = await layGround();
  port.on('message', async (task: Task | 'end') => {
    if (task === 'end') {
      ground.remove();
      // Ends this thread only. Sockets and calls that a run has left behind would keep it.
      process.exit();
    }
    port.postMessage(await runSeed(task, ground, data.isShrinking));
  });
  port.postMessage('ready');
}
