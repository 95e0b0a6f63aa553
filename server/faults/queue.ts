import type { Clock } from '../clock.ts';

/** Does things when they are due, and never one before those that were put in before it. */
export interface DueQueue {
  readonly isEmpty: boolean;
  put(dueMs: number, run: () => void): void;
}

export function createDueQueue(clock: Clock): DueQueue {
  const waiting: { readonly dueMs: number; readonly run: () => void }[] = [];
  let isArmed = false;

  function arm(): void {
    const [first] = waiting;
    if (isArmed || first === undefined) return;
    isArmed = true;
    clock.after(Math.max(0, first.dueMs - clock.now()), serve);
  }

  function serve(): void {
    isArmed = false;
    for (let [first] = waiting; first !== undefined && first.dueMs <= clock.now(); [first] = waiting) {
      waiting.shift();
      first.run();
    }
    arm();
  }

  return {
    get isEmpty() {
      return waiting.length === 0;
    },
    put(dueMs, run) {
      if (waiting.length === 0 && dueMs <= clock.now()) return run();
      waiting.push({ dueMs, run });
      arm();
    },
  };
}
