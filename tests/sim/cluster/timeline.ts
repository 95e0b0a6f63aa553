import type { Clock } from '../../../server/clock.ts';
import { timestampMs } from '../../../shared/domain/time.ts';

/** Simulated time: what is due runs in order of time, and at one time in order of planning. */
export interface Timeline {
  now(): number;
  /** @returns cancel */
  at(ms: number, run: () => void): () => void;
  /** Runs everything that is due until then. */
  runTo(ms: number): Promise<void>;
}

interface Planned {
  readonly ms: number;
  readonly order: number;
  run: (() => void) | undefined;
}

export function createTimeline(startMs: number): Timeline {
  const heap: Planned[] = [];
  let nowMs = startMs;
  let count = 0;
  const isBefore = (a: Planned, b: Planned): boolean => a.ms < b.ms || (a.ms === b.ms && a.order < b.order);
  const add = (planned: Planned): void => {
    let at = heap.push(planned) - 1;
    while (at > 0) {
      const parent = heap[(at - 1) >> 1];
      if (parent === undefined || isBefore(parent, planned)) break;
      heap[at] = parent;
      at = (at - 1) >> 1;
    }
    heap[at] = planned;
  };
  const takeFirst = (): Planned | undefined => {
    const [first] = heap;
    const last = heap.pop();
    if (last === undefined || first === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      const [left, right] = [heap[child], heap[child + 1]];
      if (left === undefined) break;
      if (right !== undefined && isBefore(right, left)) child++;
      const least = heap[child];
      if (least === undefined || isBefore(last, least)) break;
      heap[at] = least;
      at = child;
    }
    heap[at] = last;
    return first;
  };
  return {
    now: () => nowMs,
    at(ms, run) {
      const planned: Planned = { ms: Math.max(nowMs, Math.ceil(ms)), order: count++, run };
      add(planned);
      return () => {
        planned.run = undefined;
      };
    },
    async runTo(ms) {
      for (;;) {
        const [first] = heap;
        if (first === undefined || first.ms > ms) break;
        takeFirst();
        if (first.run === undefined) continue;
        nowMs = first.ms;
        first.run();
        // What it has resolved goes on before the next event.
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
      nowMs = ms;
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
      now: () => timestampMs(timeline.now()),
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
