import { startTransition, useEffect, useState } from 'react';
import { later } from '../clock.ts';

/** A page in the background paints nothing: go on all the same. */
const NO_PAINT_MS = 200;

/** Calls `run` in the task after the next painted frame; the returned function cancels it. */
export function afterPaint(run: () => void): () => void {
  let stop = later(NO_PAINT_MS, () => {
    cancelAnimationFrame(frame);
    run();
  });
  const frame = requestAnimationFrame(() => {
    stop();
    stop = later(0, run);
  });
  return () => {
    cancelAnimationFrame(frame);
    stop();
  };
}

/**
 * The number of parts of a screen to mount, which grows by one after each painted frame: a screen that mounts at once keeps
 * the next tap waiting. Until a part's turn comes, show its outline at the same size.
 */
export function useStages(parts: number): number {
  const [mounted, setMounted] = useState(0);
  useEffect(
    () => (mounted < parts ? afterPaint(() => startTransition(() => setMounted(mounted + 1))) : undefined),
    [mounted, parts],
  );
  return mounted;
}
