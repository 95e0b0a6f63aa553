/** Above this mean duration, another thread waits for the disk. */
const BRIEF_MS = 1;
/** Longer syncs count as this: a single stall says nothing about the disk. */
const MAX_COUNTED_MS = 5;
/** Weight of one sync in the moving average. */
const WEIGHT = 0.1;
/** On a slow disk, one of this many syncs runs on this thread, to measure again. */
const MEASURE_EVERY = 50;

/** Measures the syncs on this thread and decides whether this thread should wait for the next one. */
export interface DiskSpeed {
  /** Whether to wait for the next sync on this thread; if so, report its duration to `took`. */
  isBrief(): boolean;
  took(ms: number): void;
}

/** Assumes a fast disk until it measures a slow one. */
export function createDiskSpeed(): DiskSpeed {
  let meanMs = 0;
  let untilMeasured = MEASURE_EVERY;
  return {
    isBrief() {
      if (meanMs < BRIEF_MS) return true;
      untilMeasured--;
      if (untilMeasured > 0) return false;
      untilMeasured = MEASURE_EVERY;
      return true;
    },
    took(ms) {
      meanMs += WEIGHT * (Math.min(ms, MAX_COUNTED_MS) - meanMs);
    },
  };
}
