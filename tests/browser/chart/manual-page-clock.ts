import type { PageClock } from '../../../src/clock.ts';

/** A page clock that a test controls: no timer, frame or idle time passes by itself. */
export interface ManualPageClock extends PageClock {
  /** Advances the time and runs the timers that are due. */
  advance(ms: number): void;
  /** The page sleeps: time passes, and the timers that became due run late, with the next `advance`. */
  sleep(ms: number): void;
  /** Runs the callbacks of the next frame, and then those that they request for later frames. */
  paint(): void;
  /** Advances the time and runs the callbacks of one frame only. */
  frameAfter(ms: number): void;
  /** Runs `run` in the next idle time; returns a cancel function. */
  whenIdle(run: () => void): () => void;
  /** Makes the page idle repeatedly until no callback waits for it. */
  idle(): void;
}

export function createManualPageClock(): ManualPageClock {
  let nowMs = 1_795_132_800_000;
  const timers = new Map<object, { readonly atMs: number; readonly run: () => void }>();
  const frames = new Map<object, () => void>();
  const idles = new Map<object, () => void>();
  const add = <T>(to: Map<object, T>, one: T) => {
    const key = {};
    to.set(key, one);
    return () => void to.delete(key);
  };
  const drain = (from: Map<object, () => void>) => {
    for (const [key, run] of from) {
      from.delete(key);
      run();
    }
  };
  const advance = (ms: number) => {
    const untilMs = nowMs + ms;
    for (;;) {
      const [next] = [...timers]
        .filter(([, { atMs }]) => atMs <= untilMs)
        .sort(([, a], [, b]) => a.atMs - b.atMs);
      if (next === undefined) break;
      const [key, { atMs, run }] = next;
      timers.delete(key);
      nowMs = Math.max(nowMs, atMs);
      run();
    }
    nowMs = untilMs;
  };
  return {
    nowMs: () => nowMs,
    wallMs: () => nowMs,
    after: (delayMs, run) => add(timers, { atMs: nowMs + delayMs, run }),
    frame: (run) => add(frames, run),
    tickFrame: (run) => add(frames, run),
    whenIdle: (run) => add(idles, run),
    advance,
    sleep(ms) {
      nowMs += ms;
    },
    paint: () => drain(frames),
    frameAfter(ms) {
      advance(ms);
      const due = new Map(frames);
      frames.clear();
      drain(due);
    },
    idle: () => drain(idles),
  };
}
