import { type SweepParts, sweepFiles } from './sweep.ts';

/** Not while the server is busy starting; then a few times a day. */
const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 6 * 3_600_000;

interface Sweeper {
  sweep(): Promise<void>;
  stop(): Promise<void>;
}

/** Sweeps from time to time, one sweep at a time. */
export function createSweeper(parts: SweepParts & { readonly report: (error: unknown) => void }): Sweeper {
  let running: Promise<void> | undefined;
  let stopped = false;
  const run = async () => {
    const missing = await sweepFiles(parts, () => stopped);
    if (missing > 0) parts.report(new Error(`${missing} pictures that are in use are missing`));
  };
  const sweep = (): Promise<void> => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
  const inBackground = () => void sweep().catch(parts.report);
  const timers = [parts.clock.after(FIRST_AFTER_MS, inBackground), parts.clock.every(EVERY_MS, inBackground)];
  return {
    sweep,
    async stop() {
      stopped = true;
      for (const cancel of timers) cancel();
      // Its failure was told where it was started.
      await running?.catch(() => undefined);
    },
  };
}
