/*
 * The page's time: timers for everyone, and the interface of a clock for code that decides by time, so that tests can
 * inject one. The real clock is link/page-clock.ts. No other file of the page reads the time or sets a timer.
 */

/** Calls `run` once after `delayMs`; the returned function cancels it. */
export function later(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
}

/** Calls `run` every `periodMs` until the returned function is called. */
export function every(periodMs: number, run: () => void): () => void {
  const timer = setInterval(run, periodMs);
  return () => clearInterval(timer);
}

/** Time as the page sees it. Each scheduling method returns a function that cancels. */
export interface PageClock {
  /** Epoch milliseconds that only move forward; they may stand still while the device sleeps. */
  nowMs(): number;
  /** Epoch milliseconds of the device's wall clock: they count sleep, and the owner may change them. */
  wallMs(): number;
  /** Runs once after `delayMs`. */
  after(delayMs: number, run: () => void): () => void;
  /** Runs before the next paint; never while the page is hidden. */
  frame(run: () => void): () => void;
  /** As `frame`, for what ticks by itself: it waits until a touch has been answered (link/pace.ts). */
  tickFrame(run: () => void): () => void;
}
