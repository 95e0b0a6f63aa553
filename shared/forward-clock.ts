/** A clock that was set back is followed again when it is this close to the latest time. */
const NEAR_MS = 1_000;

/**
 * A wall clock (epoch ms) without its backward changes: deadlines include time asleep, and never wait for a lost hour. When
 * the clock was put right again, it counts as it is.
 */
export function forwardClock(now: () => number): () => number {
  let lostMs = 0;
  let latest = Number.NEGATIVE_INFINITY;
  return () => {
    const wall = now();
    if (wall >= latest - NEAR_MS) lostMs = Math.max(0, latest - wall);
    else if (wall + lostMs < latest) lostMs = latest - wall;
    latest = Math.max(latest, wall + lostMs);
    return latest;
  };
}
