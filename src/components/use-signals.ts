import { useSignals as track } from '@preact/signals-react/runtime';
import { useLayoutEffect, useState } from 'react';
import { later } from '../clock.ts';

/** A render that will be seen mostly is by then. One that comes later renders once more. */
const DROPPED_MS = 2_000;

/**
 * Renders the component anew when a signal that its render read changes: its first line. The library listens from the
 * render on, and would for ever where React drops it for a more urgent one: what never was there is never unmounted.
 */
export function useSignals(): void {
  const store = track();
  const [keep] = useState(() =>
    later(
      DROPPED_MS,
      store.subscribe(() => {}),
    ),
  );
  useLayoutEffect(keep, [keep]);
}
