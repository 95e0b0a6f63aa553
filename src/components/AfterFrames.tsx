import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { later } from '../clock.ts';
import { afterPaint } from './after-paint.ts';

interface AfterFramesProps {
  readonly count: number;
  /** Waits this long before the first of these frames, or until a tap has been answered. */
  readonly restMs?: number;
  /** Its outline, at the same size. */
  readonly until?: ReactNode;
  readonly children: ReactNode;
}

/** Mounts a part of a screen some painted frames later: a screen that mounts at once keeps the next tap waiting. */
export function AfterFrames({ count, restMs = 0, until, children }: AfterFramesProps): ReactNode {
  const [painted, setPainted] = useState(0);
  useEffect(() => {
    if (painted >= count) return undefined;
    return afterTouches(() => startTransition(() => setPainted(painted + 1)), painted === 0 ? restMs : 0);
  }, [painted, count, restMs]);
  return painted < count ? until : children;
}

/** The longest that a finger on the screen holds a part back: it may rest there, or leave the window unseen. */
const PRESS_MS = 500;

/** As `afterPaint`, or after a rest; but the tap of a finger that comes down before `run` begins is answered first. */
function afterTouches(run: () => void, restMs: number): () => void {
  const listening = new AbortController();
  const go = (): void => {
    listening.abort();
    run();
  };
  let cancel = restMs === 0 ? afterPaint(go) : later(restMs, go);
  const on = (name: string, wait: () => () => void): void =>
    addEventListener(
      name,
      () => {
        cancel();
        cancel = wait();
      },
      { passive: true, capture: true, signal: listening.signal },
    );
  on('pointerdown', () => later(PRESS_MS, go));
  for (const name of ['pointerup', 'pointercancel']) on(name, () => afterPaint(go));
  return () => {
    listening.abort();
    cancel();
  };
}
