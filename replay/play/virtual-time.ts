import type { Env } from '../../worker/env.ts';

/** What a replay takes from the phone itself. */
export type RealTime = Pick<Env, 'monotonic' | 'after'>;

/**
 * Time since a recording's start, as fast as it is played. It never runs past what is still to be done: a record or a
 * timer that waits holds it, and so does whatever was begun and must end first.
 */
export interface VirtualTime {
  at(): number;
  after(delayMs: number, run: () => void): () => void;
  /** Time stands until the release. */
  hold(): () => void;
  isHeld(): boolean;
  /** Resolves when nothing holds it. */
  released(): Promise<void>;
  /** Times as fast as the real one; 0 stands, infinite goes from one thing to the next. */
  setPace(pace: number): void;
  /** When the next record comes; time stands where none is known. */
  setHorizon(at: number): void;
  /** When the next timer is due; infinite without one. */
  nextDue(): number;
  /** How long, in real ms, until it is `at`. */
  waitMs(at: number): number;
  moveTo(at: number): void;
  /** Runs the timer that is due next. */
  runNext(): void;
}

/** A wait this short gathers what belongs together and is no deadline: it passes also while time stands. */
const SHORT_MS = 50;
/** Real time that may be caught up with; what was lost beyond it stays lost. */
const MAX_LAG_MS = 250;

interface Timer {
  readonly due: number;
  readonly run: () => void;
}

/**
 * @param startAt where it begins
 * @param onSooner a timer is due before all others
 */
export function createVirtualTime(real: RealTime, startAt: number, onSooner: () => void): VirtualTime {
  let last = startAt;
  let pace = 0;
  let horizon = Number.NEGATIVE_INFINITY;
  let anchor = { at: startAt, realMs: real.monotonic() };
  let holds = 0;
  let waiting: (() => void)[] = [];
  /** Soonest first; of one time, in the order in which they were set. */
  const timers: Timer[] = [];
  const nextDue = () => timers[0]?.due ?? Number.POSITIVE_INFINITY;
  const isSteady = () => pace > 0 && Number.isFinite(pace);

  function wall(): number {
    return isSteady() ? anchor.at + (real.monotonic() - anchor.realMs) * pace : last;
  }

  function at(): number {
    if (holds === 0) last = Math.max(last, Math.min(wall(), horizon, nextDue()));
    return last;
  }

  function anchorAt(position: number): void {
    anchor = { at: position, realMs: real.monotonic() };
  }

  function fire(timer: Timer): void {
    const place = timers.indexOf(timer);
    if (place < 0) return;
    timers.splice(place, 1);
    timer.run();
  }

  function after(delayMs: number, run: () => void): () => void {
    const timer: Timer = { due: at() + Math.max(0, delayMs), run };
    const place = timers.findIndex(({ due }) => due > timer.due);
    timers.splice(place < 0 ? timers.length : place, 0, timer);
    if (delayMs <= SHORT_MS)
      real.after(SHORT_MS, () => {
        if (pace === 0) fire(timer);
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
      holds++;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holds--;
        if (holds > 0) return;
        for (const resolve of waiting) resolve();
        waiting = [];
      };
    },
    isHeld: () => holds > 0,
    async released() {
      while (holds > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    setPace(next) {
      at();
      pace = next;
      anchorAt(last);
    },
    setHorizon(next) {
      at();
      horizon = next;
    },
    waitMs(due) {
      if (pace === Number.POSITIVE_INFINITY) return 0;
      if (pace === 0) return Number.POSITIVE_INFINITY;
      const ahead = (due - wall()) / pace;
      if (ahead < -MAX_LAG_MS) anchorAt(due);
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
