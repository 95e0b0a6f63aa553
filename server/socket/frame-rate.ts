/**
 * Watches for more than `perSecond` frames within any second, not merely within a second of the clock.
 * @returns takes a frame's time in ms; false when it is one too many
 */
export function createFrameRate(perSecond: number): (now: number) => boolean {
  const times = new Float64Array(perSecond).fill(Number.NEGATIVE_INFINITY);
  let next = 0;
  return (now) => {
    const oldest = times[next] ?? Number.NEGATIVE_INFINITY;
    times[next] = now;
    next = (next + 1) % perSecond;
    return now - oldest >= 1_000;
  };
}
