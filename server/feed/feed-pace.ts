import type { Clock } from '../clock.ts';

/**
 * How far a source of prices has come. While the machine's clock is behind, because it was set back, prices go on in the time
 * that passes: what they reach is then ahead of the clock, by the lead.
 */
export interface Pace {
  /** Reads the clocks. @returns the time that is reached, epoch ms; it never goes back, and leaps ahead with the machine's clock */
  reach(): number;
  leadMs(): number;
  /** Gives the lead up, as far as stamps do not go back. @returns the time from which prices go on */
  restart(): number;
  /** What is due at a time of this pace has this stamp: by the machine's clock, but never before what was reached earlier. */
  stamp(dueMs: number): number;
}

/** A smaller change of the clock is followed without a lead: prices wait for it. */
const SMALL_MS = 1_000;

export function createPace(clock: Pick<Clock, 'wall' | 'steady'>): Pace {
  let steadyMs: number = clock.steady();
  let reachedMs: number = clock.wall();
  let leadMs = 0;
  let floorMs = Number.NEGATIVE_INFINITY;
  const stamp = (dueMs: number) => Math.max(floorMs, dueMs - leadMs);
  const reach = (): number => {
    const [wall, steady] = [clock.wall(), clock.steady()];
    const expected = reachedMs + steady - steadyMs;
    const setBy = wall - (expected - leadMs);
    steadyMs = steady;
    if (setBy <= -SMALL_MS) {
      floorMs = stamp(reachedMs);
      leadMs -= setBy;
    } else if (setBy >= SMALL_MS) leadMs = Math.max(0, leadMs - setBy);
    reachedMs = Math.max(reachedMs, wall + leadMs);
    return reachedMs;
  };
  return {
    reach,
    restart() {
      const wall = reach() - leadMs;
      reachedMs = stamp(reachedMs);
      leadMs = reachedMs - wall;
      return reachedMs;
    },
    leadMs: () => leadMs,
    stamp,
  };
}
