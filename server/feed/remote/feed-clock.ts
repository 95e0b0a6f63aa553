import { type TimestampMs, timestampMs } from '../../../shared/domain/time.ts';
import type { Clock } from '../../clock.ts';

/** The feed's clock, as far as its frames tell. */
export interface FeedClock {
  now(): TimestampMs;
  /** Takes the time in a frame that has just arrived. @returns its delay beyond the smallest recent delay, in ms */
  lateness(sentMs: number): number;
  /** Time since the last frame. */
  silence(): number;
}

/** The smallest delay is measured again in each window, because the clocks of two machines drift apart. */
const WINDOW_MS = 60_000;

/** The smallest delay of a frame counts as the difference of the two clocks. The time never goes back. */
export function createFeedClock(clock: Clock): FeedClock {
  let [quickest, quickestBefore] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let windowMs: number = clock.now();
  let lastMs: number = Number.NEGATIVE_INFINITY;
  let reached: number = 0;
  const difference = (): number => {
    const way = Math.min(quickest, quickestBefore);
    return way === Number.POSITIVE_INFINITY ? 0 : way;
  };
  return {
    now() {
      reached = Math.max(reached, clock.now() - difference());
      return timestampMs(reached);
    },
    lateness(sentMs) {
      lastMs = clock.now();
      if (lastMs - windowMs > WINDOW_MS) {
        [quickest, quickestBefore, windowMs] = [Number.POSITIVE_INFINITY, quickest, lastMs];
      }
      quickest = Math.min(quickest, lastMs - sentMs);
      return lastMs - sentMs - difference();
    },
    silence: () => clock.now() - lastMs,
  };
}
