import { type TimestampMs, timestampMs } from '../../../shared/domain/time.ts';
import type { Clock } from '../../clock.ts';

/** The feed's clock, as far as its frames show it: nothing here depends on how this machine's clock is set. */
export interface FeedClock {
  /** It never goes back. */
  now(): TimestampMs;
  /** The machine's clock of the feed, which may be set back. */
  wall(): TimestampMs;
  /** Takes the machine's clock in a frame that has just arrived. @returns its delay beyond the smallest recent delay, in ms */
  lateness(sentMs: number): number;
  /** Time since the last frame. */
  silence(): number;
}

/** The smallest delay is measured again in each window, because the clocks of two machines drift apart. */
const WINDOW_MS = 60_000;
/** A frame that was sent so much earlier than the one before it: the feed's clock was set back. */
const SET_BACK_MS = 1_000;

/** The smallest delay of a frame counts as the difference of the two clocks. */
export function createFeedClock(clock: Pick<Clock, 'steady'>): FeedClock {
  let [quickest, quickestBefore] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let windowMs: number = clock.steady();
  let lastMs: number = Number.NEGATIVE_INFINITY;
  let lastSentMs: number = Number.NEGATIVE_INFINITY;
  let reached: number = 0;
  const difference = (): number => {
    const way = Math.min(quickest, quickestBefore);
    return way === Number.POSITIVE_INFINITY ? 0 : way;
  };
  const wall = (): number => clock.steady() - difference();
  return {
    now() {
      reached = Math.max(reached, wall());
      return timestampMs(reached);
    },
    wall: () => timestampMs(wall()),
    lateness(sentMs) {
      reached = Math.max(reached, wall());
      lastMs = clock.steady();
      const isSetBack = sentMs < lastSentMs - SET_BACK_MS;
      if (isSetBack)
        [quickest, quickestBefore, windowMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, lastMs];
      if (lastMs - windowMs > WINDOW_MS) {
        [quickest, quickestBefore, windowMs] = [Number.POSITIVE_INFINITY, quickest, lastMs];
      }
      lastSentMs = sentMs;
      quickest = Math.min(quickest, lastMs - sentMs);
      return lastMs - sentMs - difference();
    },
    silence: () => clock.steady() - lastMs,
  };
}
