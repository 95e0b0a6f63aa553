import type { Env } from '../../worker/env.ts';

/** The real clock and timers that a replay uses. */
export type RealTime = Pick<Env, 'monotonic' | 'after'>;

/**
 * Time since the recording's start, at the speed of the replay. It never passes the next record or timer, and stands
 * still while it is held, e.g. by pending work.
 */
export interface VirtualTime {
  at(): number;
  after(delayMs: number, run: () => void): () => void;
  /** Stops the clock. @returns releases it */
  hold(): () => void;
  isHeld(): boolean;
  /** Resolves when nothing holds it. */
  released(): Promise<void>;
  /** Factor to real time; 0 stops it, infinity jumps from event to event. */
  setPace(pace: number): void;
  /** Time of the next record; the clock stands still while it is unknown. */
  setHorizon(at: number): void;
  /** Time of the next timer; infinite if there is none. */
  nextDue(): number;
  /** Real ms until the time `at`. */
  waitMs(at: number): number;
  moveTo(at: number): void;
  /** Runs the next timer. */
  runNext(): void;
}

/**
 * Timers up to this length batch work and are no deadlines: they also fire while the clock stands still. One that such a
 * timer sets waits for the clock, else they would never end.
 */
const SHORT_MS = 50;
/** Longest lag that is caught up with; the rest is dropped. */
const MAX_LAG_MS = 250;

interface Timer {
  readonly due: number;
  readonly run: () => void;
}

/**
 * @param startAt initial time
 * @param onSooner called when a new timer is due before all others
 */
export function createVirtualTime(real: RealTime, startAt: number, onSooner: () => void): VirtualTime {
  let last = startAt;
  let horizon = Number.NEGATIVE_INFINITY;
  /** From here on the time advances at this pace. */
  let anchor = { at: startAt, realMs: real.monotonic(), pace: 0 };
  const holds = createHolds();
  /** By due time, then in the order in which they were set. */
  const timers: Timer[] = [];
  let isAhead = false;
  const nextDue = () => timers[0]?.due ?? Number.POSITIVE_INFINITY;

  function wall(): number {
    const { at: from, realMs, pace } = anchor;
    return pace > 0 && Number.isFinite(pace) ? from + (real.monotonic() - realMs) * pace : last;
  }

  function at(): number {
    if (!holds.isHeld()) last = Math.max(last, Math.min(wall(), horizon, nextDue()));
    return last;
  }

  function anchorAt(position: number, pace: number): void {
    anchor = { at: position, realMs: real.monotonic(), pace };
  }

  function fire(timer: Timer): void {
    const place = timers.indexOf(timer);
    if (place < 0) return;
    timers.splice(place, 1);
    timer.run();
  }

  function fireAhead(timer: Timer): void {
    isAhead = true;
    try {
      fire(timer);
    } finally {
      isAhead = false;
    }
  }

  function after(delayMs: number, run: () => void): () => void {
    const timer: Timer = { due: at() + Math.max(0, delayMs), run };
    const place = timers.findIndex(({ due }) => due > timer.due);
    timers.splice(place < 0 ? timers.length : place, 0, timer);
    if (delayMs <= SHORT_MS && !isAhead)
      real.after(SHORT_MS, () => {
        if (anchor.pace === 0) fireAhead(timer);
      });
    if (timers[0] === timer) onSooner();
    return () => {
      const held = timers.indexOf(timer);
      if (held >= 0) timers.splice(held, 1);
    };
  }

  return {
    at,
    after,
    nextDue,
    hold() {
      at();
      return holds.hold();
    },
    isHeld: holds.isHeld,
    released: holds.released,
    setPace: (pace) => anchorAt(at(), pace),
    setHorizon(next) {
      at();
      horizon = next;
    },
    waitMs(due) {
      const { pace } = anchor;
      if (pace === Number.POSITIVE_INFINITY) return 0;
      if (pace === 0) return Number.POSITIVE_INFINITY;
      const ahead = (due - wall()) / pace;
      if (ahead < -MAX_LAG_MS) anchorAt(due, pace);
      return Math.max(0, ahead);
    },
    moveTo(next) {
      last = Math.max(last, next);
    },
    runNext() {
      const [first] = timers;
      if (first) fire(first);
    },
  };
}

/** Counts who holds the clock. */
function createHolds(): Pick<VirtualTime, 'hold' | 'isHeld' | 'released'> {
  const holders = new Set<object>();
  let waiting: (() => void)[] = [];
  return {
    hold() {
      const holder = {};
      holders.add(holder);
      return () => {
        if (!holders.delete(holder) || holders.size > 0) return;
        for (const resolve of waiting) resolve();
        waiting = [];
      };
    },
    isHeld: () => holders.size > 0,
    async released() {
      while (holders.size > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
