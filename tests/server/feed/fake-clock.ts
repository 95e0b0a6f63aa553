import type { Clock } from '../../../server/clock.ts';
import { clockReadings } from '../../../server/clock-readings.ts';

interface Timer {
  dueMs: number;
  readonly everyMs: number | undefined;
  readonly run: () => void;
}

/** A clock that stands still until it is led on; timers fire in the order of their times. */
export interface FakeClock extends Clock {
  advance(ms: number): void;
  /** Jumps without letting anything run in between, as a machine that slept. */
  jump(ms: number): void;
  /** Sets the machine's clock by so much, from what it is now; the steady time goes on as it was. */
  set(byMs: number): void;
}

export function fakeClock(startMs: number): FakeClock {
  let nowMs = startMs;
  let setByMs = 0;
  const timers = new Set<Timer>();
  const add = (delayMs: number, everyMs: number | undefined, run: () => void) => {
    const timer = { dueMs: nowMs + delayMs, everyMs, run };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  const next = (untilMs: number): Timer | undefined =>
    [...timers].filter((timer) => timer.dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs)[0];
  return {
    ...clockReadings({ wall: () => nowMs + setByMs, steady: () => nowMs }),
    set(byMs) {
      setByMs += byMs;
    },
    after: (delayMs, run) => add(delayMs, undefined, run),
    every: (intervalMs, run) => add(intervalMs, intervalMs, run),
    advance(ms) {
      const endMs = nowMs + ms;
      for (let timer = next(endMs); timer; timer = next(endMs)) {
        nowMs = Math.max(nowMs, timer.dueMs);
        if (timer.everyMs === undefined) timers.delete(timer);
        else timer.dueMs = nowMs + timer.everyMs;
        timer.run();
      }
      nowMs = endMs;
    },
    jump(ms) {
      nowMs += ms;
      for (const timer of timers) timer.dueMs = Math.max(timer.dueMs, nowMs);
    },
  };
}
