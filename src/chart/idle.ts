import type { PageClock } from '../clock.ts';

const FALLBACK_MS = 120;
/** A slow phone with much to show may never have nothing to do. */
const PATIENCE_MS = 1_000;

/** Runs when the page has nothing better to do, or has been busy for long; soon, where a browser can't tell. The answer cancels it. */
export function whenIdle(clock: PageClock, run: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') return clock.after(FALLBACK_MS, run);
  const request = requestIdleCallback(run, { timeout: PATIENCE_MS });
  return () => cancelIdleCallback(request);
}
