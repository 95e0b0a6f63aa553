import { type TimestampMs, timestampMs } from '../shared/domain/time.ts';
import { forwardClock } from '../shared/forward-clock.ts';

/** Time and timers as a dependency, so that a test or a recording can replace them. */
export interface Clock {
  now(): TimestampMs;
  /**
   * @param delayMs 0 waits for one turn of the event loop, so that pending input is handled first
   * @returns a function that cancels the call
   */
  after(delayMs: number, run: () => void): () => void;
  /** @returns a function that stops the calls */
  every(intervalMs: number, run: () => void): () => void;
}

const forwardNow = forwardClock(Date.now);

/** Never goes back: when the machine's clock is set back, it counts on from where it was. */
export const systemClock: Clock = {
  now: () => timestampMs(forwardNow()),
  after(delayMs, run) {
    if (delayMs === 0) {
      const turn = setImmediate(run);
      return () => clearImmediate(turn);
    }
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  every(intervalMs, run) {
    const timer = setInterval(run, intervalMs);
    return () => clearInterval(timer);
  },
};

/** The machine's clock as it is, epoch ms: for what is compared with other machines. */
export const machineMs = (): number => Date.now();

/** Monotonic time for measuring durations: ms with fractions, independent of the system clock. */
export const stopwatchMs = (): number => performance.now();
