import type { RealTime } from '../play/virtual-time.ts';

/**
 * A clock that advances to the next timer as soon as nothing else runs.
 * @param soon runs a function in a new task
 */
export function jumpingClock(soon: (run: () => void) => void = setImmediate): RealTime {
  let now = 0;
  let timers: { readonly due: number; readonly run: () => void }[] = [];
  const jump = () => {
    const [first] = timers.sort((a, b) => a.due - b.due);
    if (first === undefined) return;
    timers = timers.filter((one) => one !== first);
    now = Math.max(now, first.due);
    first.run();
    if (timers.length > 0) soon(jump);
  };
  return {
    monotonic: () => now,
    after(delayMs, run) {
      const timer = { due: now + delayMs, run };
      timers.push(timer);
      if (timers.length === 1) soon(jump);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
  };
}
