/** A disk that takes longer than this, as a rule, is waited for by another thread. */
const BRIEF_MS = 1;
/** Longer than this counts as this: one stall says nothing about the disk. */
const MAX_COUNTED_MS = 5;
/** Of what one sync tells, in the running mean. */
const WEIGHT = 0.1;
/** A slow disk is tried once in so many syncs. */
const TRIED_ONCE_IN = 50;

/** Learns from the syncs that this thread waits for whether it should. */
export interface DiskSpeed {
  /** Whether to wait for the next sync on this thread; then `took` is to be told. */
  isBrief(): boolean;
  took(ms: number): void;
}

/** A disk is taken for fast until it is seen to be slow. */
export function createDiskSpeed(): DiskSpeed {
  let meanMs = 0;
  let untilTry = TRIED_ONCE_IN;
  return {
    isBrief() {
      if (meanMs < BRIEF_MS) return true;
      untilTry--;
      if (untilTry > 0) return false;
      untilTry = TRIED_ONCE_IN;
      return true;
    },
    took(ms) {
      meanMs += WEIGHT * (Math.min(ms, MAX_COUNTED_MS) - meanMs);
    },
  };
}
