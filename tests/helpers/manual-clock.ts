import type { Clock } from '../../server/clock.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';

/** A clock that only a test advances; timers run in the order of their times. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
}

interface Timer {
  at: number;
  readonly run: () => void;
  readonly everyMs: number | undefined;
}

export function createManualClock(start: TimestampMs): ManualClock {
  let now: number = start;
  const timers = new Set<Timer>();
  const add = (delayMs: number, run: () => void, everyMs: number | undefined) => {
    const timer: Timer = { at: now + delayMs, run, everyMs };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  return {
    now: () => timestampMs(now),
    after: (delayMs, run) => add(delayMs, run, undefined),
    every: (intervalMs, run) => add(intervalMs, run, intervalMs),
    advance(ms) {
      const until = now + ms;
      for (;;) {
        const [next] = [...timers].filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        now = next.at;
        if (next.everyMs === undefined) timers.delete(next);
        else next.at += next.everyMs;
        next.run();
      }
      now = until;
    },
  };
}
