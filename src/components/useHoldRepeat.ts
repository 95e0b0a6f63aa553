import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import { every, later } from '../clock.ts';

const HOLD_MS = 400;
const REPEAT_MS = 70;

/**
 * Handlers of a button that acts once when pressed and repeats while held. `act` gets the newest `value`, so that
 * each repetition goes on from the one before.
 */
export function useHoldRepeat(value: string, act: (value: string) => void) {
  const newest = useRef({ value, act });
  useEffect(() => {
    newest.current = { value, act };
  });
  const stop = useRef<(() => void) | undefined>(undefined);
  const release = (): void => {
    stop.current?.();
    stop.current = undefined;
  };
  useEffect(() => () => stop.current?.(), []);
  const run = (): void => newest.current.act(newest.current.value);
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      run();
      release();
      stop.current = later(HOLD_MS, () => {
        stop.current = every(REPEAT_MS, run);
      });
    },
    onPointerUp: release,
    onPointerLeave: release,
    onPointerCancel: release,
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    // A pointer has acted already; this is for the keyboard and assistive technology.
    onClick: (event: MouseEvent) => {
      if (event.detail === 0) run();
    },
  };
}
