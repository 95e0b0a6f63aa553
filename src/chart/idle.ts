import type { PageClock } from '../link/clock.ts';

const FALLBACK_MS = 120;

/** Runs when the page has nothing better to do; soon, where a browser can't tell. The answer cancels it. */
export function whenIdle(clock: PageClock, run: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') return clock.after(FALLBACK_MS, run);
  const request = requestIdleCallback(run);
  return () => cancelIdleCallback(request);
}
