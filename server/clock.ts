import { type ClockReadings, clockReadings } from './clock-readings.ts';

/** Time and timers as a dependency, so that a test or a recording can replace them. */
export interface Clock extends ClockReadings {
  /**
   * @param delayMs 0 waits for one turn of the event loop, so that pending input is handled first
   * @returns a function that cancels the call
   */
  after(delayMs: number, run: () => void): () => void;
  /** @returns a function that stops the calls */
  every(intervalMs: number, run: () => void): () => void;
}

/** Monotonic time for measuring durations: ms with fractions, independent of the system clock. */
export const stopwatchMs = (): number => performance.now();

export const systemClock: Clock = {
  ...clockReadings({ wall: Date.now, steady: stopwatchMs }),
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
