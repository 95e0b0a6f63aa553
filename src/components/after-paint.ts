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

/** Settles in the task after the next painted frame: what an answer changes does not join the frame of the tap. */
export const painted = (): Promise<void> => new Promise((settle) => void afterPaint(settle));
