import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import { STALE_AFTER_MS } from '../../shared/limits.ts';

const WINDOW_MS = 10_000;
const WINDOWS = 6;

/**
 * What the time is at the server, from the frames' `ts`. The delay of a frame is the phone's clock less `ts`: the clocks'
 * difference and the time on the way. The smallest delay of the last minute in which frames came is the best guess of
 * the difference; a frame with a much larger one waited somewhere, e.g. in a suspended phone.
 */
export interface ServerClock {
  /** Takes a frame in. @returns whether it was old when it came */
  observe(ts: number, nowMs: number): { readonly isLate: boolean };
  /** Takes a snapshot in that was asked for at `askedMs`: it can't be older than the question. */
  observeSnapshot(ts: number, nowMs: number, askedMs: number): void;
  /** Undefined until a first frame came. */
  serverNow(nowMs: number): TimestampMs | undefined;
}

export function createServerClock(): ServerClock {
  /** Smallest delay of each ten seconds that saw frames: silence takes nothing away, so a backlog finds the old ones. */
  let delays: number[] = [];
  let windowStart = Number.NEGATIVE_INFINITY;
  let smallest = Number.POSITIVE_INFINITY;

  function add(delay: number, nowMs: number): void {
    if (nowMs >= windowStart + WINDOW_MS || nowMs < windowStart) {
      windowStart = nowMs;
      delays.push(delay);
      if (delays.length > WINDOWS) delays.shift();
    } else {
      const last = delays.length - 1;
      if (delay >= (delays[last] ?? delay)) return;
      delays[last] = delay;
    }
    smallest = Math.min(...delays);
  }

  return {
    observe(ts, nowMs) {
      const delay = nowMs - ts;
      const isLate = delay - smallest > STALE_AFTER_MS;
      add(delay, nowMs);
      return { isLate };
    },
    observeSnapshot(ts, nowMs, askedMs) {
      const delay = nowMs - ts;
      // More delay than there was time since the question: one of the clocks was moved.
      if (delay - smallest > nowMs - askedMs + STALE_AFTER_MS) delays = [];
      if (delays.length === 0) windowStart = Number.NEGATIVE_INFINITY;
      add(delay, nowMs);
    },
    serverNow: (nowMs) => (delays.length === 0 ? undefined : timestampMs(nowMs - smallest)),
  };
}
