import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Other work may use this share of all cores. */
const QUIET = 0.15;
const LOOK_MS = 2_000;
/** Quiet looks in a row, so that a pause of other work is not taken for its end. */
const LOOKS = 3;
/** Busy looks for each line that says so. */
const TOLD_EVERY = 10;
const PATIENCE_MS = 15 * 60_000;

/**
 * Waits until the machine does little else.
 * @returns a sentence if it never did; the run is then as noisy as without waiting
 */
export async function waitQuiet(busyShare = busyFor, patienceMs = PATIENCE_MS): Promise<string | undefined> {
  const until = performance.now() + patienceMs;
  let [quiet, share, looks] = [0, 0, 0];
  while (quiet < LOOKS) {
    if (performance.now() > until)
      return `The machine stayed busy for ${Math.round(patienceMs / 60_000)} minutes; measuring all the same.`;
    share = await busyShare();
    if (share > QUIET && looks++ % TOLD_EVERY === 0)
      console.error(`waiting: other work uses ${Math.round(share * 100)} % of all cores`);
    quiet = share > QUIET ? 0 : quiet + 1;
  }
  return undefined;
}

async function busyFor(): Promise<number> {
  const before = total();
  await sleep(LOOK_MS);
  const after = total();
  return 1 - (after.idle - before.idle) / (after.all - before.all);
}

function total(): { readonly idle: number; readonly all: number } {
  const times = cpus().map((one) => one.times);
  const sum = (numbers: readonly number[]) => numbers.reduce((whole, one) => whole + one, 0);
  return { idle: sum(times.map(({ idle }) => idle)), all: sum(times.flatMap((one) => Object.values(one))) };
}
