/** A wall clock (epoch ms) without its backward changes: deadlines include time asleep, and never wait for a lost hour. */
export function forwardClock(now: () => number): () => number {
  let lostMs = 0;
  let latest = Number.NEGATIVE_INFINITY;
  return () => {
    const time = now() + lostMs;
    if (time < latest) lostMs += latest - time;
    latest = Math.max(latest, time);
    return latest;
  };
}
