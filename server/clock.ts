import { type TimestampMs, timestampMs } from '../shared/domain/time.ts';

/** Time and timers as an argument, so that a test or a recording can stand in. */
export interface Clock {
  now(): TimestampMs;
  /**
   * @param delayMs 0 is a turn of the loop: what has come in goes first
   * @returns cancels the call
   */
  after(delayMs: number, run: () => void): () => void;
  /** @returns stops the calls */
  every(intervalMs: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => timestampMs(Date.now()),
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

/** For how long something takes: ms with fractions, from some moment on, whatever the clock on the wall is set to. */
export const stopwatchMs = (): number => performance.now();
