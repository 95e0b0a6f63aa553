import type { Clock } from '../../../server/clock.ts';
import { clockReadings } from '../../../server/clock-readings.ts';

/**
 * Simulated time: what is due runs in order of time, and at one time in order of planning. What an event has resolved goes on after
 * the others of its millisecond, as when a process takes several messages from one packet.
 */
export interface Timeline {
  now(): number;
  /** @returns cancel */
  at(ms: number, run: () => void): () => void;
  /** Runs everything that is due until then. */
  runTo(ms: number): Promise<void>;
}

interface Planned {
  run: (() => void) | undefined;
}

/** Moments between two pauses in which the program's threads get messages through. */
const PAUSE_EVERY = 500;

export function createTimeline(startMs: number): Timeline {
  /** What is due at a millisecond, in order of planning. Most moments have many events, so few need to be sorted. */
  const due = new Map<number, Planned[]>();
  const moments = createMoments();
  let nowMs = startMs;
  let sincePause = 0;
  return {
    now: () => nowMs,
    at(ms, run) {
      const planned: Planned = { run };
      const moment = Math.max(nowMs, Math.ceil(ms));
      const others = due.get(moment);
      if (others) others.push(planned);
      else {
        due.set(moment, [planned]);
        moments.add(moment);
      }
      return () => {
        planned.run = undefined;
      };
    },
    async runTo(ms) {
      for (let first = moments.first(); first !== undefined && first <= ms; first = moments.first()) {
        nowMs = first;
        const all = due.get(first) ?? [];
        // Grows while it runs: by what is due at once.
        for (let at = 0; at < all.length; ) {
          for (; at < all.length; at++) {
            const planned = all[at];
            const run = planned?.run;
            if (planned === undefined || run === undefined) continue;
            // Whoever may still cancel it would keep all that it refers to.
            planned.run = undefined;
            run();
          }
          await (++sincePause % PAUSE_EVERY === 0 ? pause() : settled());
        }
        due.delete(first);
        moments.removeFirst();
      }
      nowMs = ms;
    },
  };
}

/** Until nothing is left to do now: Node runs a tick only when no promise has anything left to do. */
const settled = () => new Promise<void>((resolve) => process.nextTick(resolve));
const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A heap of distinct numbers. */
function createMoments() {
  const heap: number[] = [];
  return {
    first: (): number | undefined => heap[0],
    add(ms: number): void {
      let at = heap.push(ms) - 1;
      while (at > 0) {
        const parent = heap[(at - 1) >> 1];
        if (parent === undefined || parent < ms) break;
        heap[at] = parent;
        at = (at - 1) >> 1;
      }
      heap[at] = ms;
    },
    removeFirst(): void {
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return;
      let at = 0;
      for (;;) {
        let child = 2 * at + 1;
        const [left, right] = [heap[child], heap[child + 1]];
        if (left === undefined) break;
        if (right !== undefined && right < left) child++;
        const least = heap[child];
        if (least === undefined || last < least) break;
        heap[at] = least;
        at = child;
      }
      heap[at] = last;
    },
  };
}

/** A simulated process. Everything that reaches it comes through `run` or `gate`, so that it can stand still at each await. */
export interface Process {
  readonly name: string;
  readonly clock: Clock;
  isDead(): boolean;
  isRunning(): boolean;
  /** Runs it now, or when the process goes on; never once it is dead. */
  run(what: () => void): void;
  stop(): void;
  wake(): void;
  kill(): void;
  /** Called when it is killed. */
  onEnd(listener: () => void): void;
}

export function createProcess(timeline: Timeline, name: string): Process {
  let status: 'running' | 'stopped' | 'dead' = 'running';
  let held: (() => void)[] = [];
  const ends: (() => void)[] = [];
  const run = (what: () => void): void => {
    if (status === 'running') what();
    else if (status === 'stopped') held.push(what);
  };
  const after = (delayMs: number, what: () => void): (() => void) => {
    let isCancelled = false;
    const cancel = timeline.at(timeline.now() + delayMs, () => run(() => isCancelled || what()));
    return () => {
      isCancelled = true;
      cancel();
    };
  };
  return {
    name,
    clock: {
      ...clockReadings({ wall: timeline.now, steady: timeline.now }),
      after,
      every(intervalMs, what) {
        let cancel = (): void => undefined;
        const next = (): void => {
          cancel = after(intervalMs, () => {
            next();
            what();
          });
        };
        next();
        return () => cancel();
      },
    },
    isDead: () => status === 'dead',
    isRunning: () => status === 'running',
    run,
    stop() {
      if (status === 'running') status = 'stopped';
    },
    wake() {
      if (status !== 'stopped') return;
      status = 'running';
      const now = held;
      held = [];
      for (const what of now) timeline.at(timeline.now(), () => run(what));
    },
    kill() {
      if (status === 'dead') return;
      status = 'dead';
      held = [];
      for (const listener of ends) listener();
    },
    onEnd: (listener) => void ends.push(listener),
  };
}
