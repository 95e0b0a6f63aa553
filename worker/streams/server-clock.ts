import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import { STALE_AFTER_MS } from '../../shared/limits.ts';

const WINDOW_MS = 10_000;
const WINDOWS = 6;
/** Frames that are so late on average are too many. */
const LATE_MS = 400;
const AVERAGE_OVER_MS = 3_000;

/**
 * Estimates the server's clock from the frames' `ts`. The delay of a frame is the phone's clock minus `ts`: the difference of
 * the clocks plus the latency. The smallest delay of the last minute with frames is the best estimate of the difference;
 * a frame with a much larger one was held up somewhere, e.g. in a suspended phone.
 */
export interface ServerClock {
  /** Takes a frame. @returns whether it was old on arrival */
  observe(ts: number, nowMs: number): boolean;
  /** Takes a snapshot that was requested at `askedMs`: it can't be older than the request. */
  observeSnapshot(ts: number, nowMs: number, askedMs: number): void;
  /** For how long, since `fromMs` at most, frames have been late on average: there are too many for the line. */
  heldUpMs(fromMs: number): number;
  /** Undefined before the first frame. */
  serverNow(nowMs: number): TimestampMs | undefined;
}

export function createServerClock(): ServerClock {
  /**
   * Smallest delay of each ten seconds with frames. Silence removes none, so a backlog is compared with earlier
   * delays.
   */
  let delays: number[] = [];
  let windowStart = Number.NEGATIVE_INFINITY;
  let smallest = Number.POSITIVE_INFINITY;
  /** Of the last frame, and since when the average has been late. */
  let lastMs = 0;
  let lateSinceMs: number | undefined;
  let averageMs = 0;

  function add(delay: number, nowMs: number): void {
    const weight = Math.min(1, Math.max(0, nowMs - lastMs) / AVERAGE_OVER_MS);
    averageMs += (Math.max(0, delay - smallest) - averageMs) * weight;
    lastMs = nowMs;
    lateSinceMs = averageMs > LATE_MS ? (lateSinceMs ?? nowMs) : undefined;
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
      return isLate;
    },
    observeSnapshot(ts, nowMs, askedMs) {
      const delay = nowMs - ts;
      // The delay exceeds the time since the request: one of the clocks was changed.
      if (delay - smallest > nowMs - askedMs + STALE_AFTER_MS) delays = [];
      if (delays.length === 0) windowStart = Number.NEGATIVE_INFINITY;
      add(delay, nowMs);
    },
    heldUpMs: (fromMs) => lastMs - Math.max(lateSinceMs ?? lastMs, fromMs),
    serverNow: (nowMs) => (delays.length === 0 ? undefined : timestampMs(Math.floor(nowMs - smallest))),
  };
}
