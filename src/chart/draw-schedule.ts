import type { PageClock } from '../clock.ts';

/** When a chart is drawn: at most once for everything that changes in a frame. */
export interface DrawSchedule {
  now(): void;
  /** In the next frame, even if one for ticks has been requested. */
  next(): void;
  /** In the next frame for ticks, if none is requested. @param isLast after all else that ticks in it */
  ticks(isLast: boolean): void;
  /** Before this frame ends, after all that ticks in it has been written. */
  last(): void;
  end(): void;
}

export function createDrawSchedule(
  clock: Pick<PageClock, 'frame' | 'tickFrame'>,
  run: () => void,
): DrawSchedule {
  let cancelFrame: (() => void) | undefined;
  /** The requested frame is the next one, not one for ticks. */
  let isNext = false;
  let isLast = false;
  const end = () => {
    cancelFrame?.();
    cancelFrame = undefined;
    isNext = isLast = false;
  };
  const now = () => {
    end();
    run();
  };
  const last = () => {
    if (isLast) return;
    isLast = true;
    // Microtasks run when all callbacks of the frame's ticks have returned.
    queueMicrotask(() => {
      if (isLast) now();
    });
  };
  return {
    now,
    next() {
      if (isNext) return;
      cancelFrame?.();
      cancelFrame = clock.frame(now);
      isNext = true;
    },
    ticks(isLast) {
      cancelFrame ??= clock.tickFrame(isLast ? last : now);
    },
    last,
    end,
  };
}
