/** The page's only timers. Everything that waits gets its waiting from here and can be told to stop. */

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
