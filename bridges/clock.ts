/** Time and timers as a dependency, so that a test can replace them. */
export interface Clock {
  /** The machine's clock, epoch ms. */
  wall(): number;
  /** @returns a function that cancels the call */
  after(delayMs: number, run: () => void): () => void;
  /** @returns a function that stops the calls */
  every(intervalMs: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  wall: Date.now,
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  every(intervalMs, run) {
    const timer = setInterval(run, intervalMs);
    return () => clearInterval(timer);
  },
};

export const pause = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => void clock.after(ms, resolve));

/** A connection that has lasted so long was none of the failures in a row. */
export const STABLE_MS = 10_000;

const FIRST_MS = 1_000;
const MOST_MS = 30_000;

/**
 * How long to wait before the next attempt, ms: twice as long after each failure, up to 30 s, with a random part, so that bridges
 * that lost the same server do not come back at the same moment.
 * @param failures in a row, from 1
 * @param chance from 0 to 1
 */
export const backoffMs = (failures: number, chance: number): number =>
  Math.min(MOST_MS, FIRST_MS * 2 ** (failures - 1)) * (0.5 + chance / 2);
