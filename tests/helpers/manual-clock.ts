import type { Clock } from '../../server/clock.ts';
import { clockReadings } from '../../server/clock-readings.ts';

/** A clock that only a test advances; timers run in the order of their times. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
  advanceTo(until: number): void;
  /** Jumps without letting anything run in between, as a machine that slept. */
  jump(ms: number): void;
  /** Sets the machine's clock by so much, from what it is now; the steady time goes on as it was. */
  set(byMs: number): void;
  /** The time of the next timer. */
  dueAt(): number | undefined;
}

interface Timer {
  at: number;
  readonly run: () => void;
  readonly everyMs: number | undefined;
}

export function createManualClock(start: number): ManualClock {
  let now = start;
  let setByMs = 0;
  const timers = new Set<Timer>();
  const add = (delayMs: number, run: () => void, everyMs: number | undefined) => {
    const timer: Timer = { at: now + delayMs, run, everyMs };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  const first = (): Timer | undefined => {
    let next: Timer | undefined;
    for (const timer of timers) if (next === undefined || timer.at < next.at) next = timer;
    return next;
  };
  const advanceTo = (until: number) => {
    for (let next = first(); next !== undefined && next.at <= until; next = first()) {
      now = next.at;
      if (next.everyMs === undefined) timers.delete(next);
      else next.at += next.everyMs;
      next.run();
    }
    now = until;
  };
  return {
    ...clockReadings({ wall: () => now + setByMs, steady: () => now }),
    set(byMs) {
      setByMs += byMs;
    },
    after: (delayMs, run) => add(delayMs, run, undefined),
    every: (intervalMs, run) => add(intervalMs, run, intervalMs),
    advance: (ms) => advanceTo(now + ms),
    advanceTo,
    jump(ms) {
      now += ms;
      for (const timer of timers) timer.at = Math.max(timer.at, now);
    },
    dueAt: () => first()?.at,
  };
}
