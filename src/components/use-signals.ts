import { useSignals as track } from '@preact/signals-react/runtime';
import { useLayoutEffect, useState } from 'react';
import { later } from '../clock.ts';

/** Most renders are committed by then. One that is committed later renders again. */
const DROPPED_MS = 2_000;

/**
 * Re-renders the component when a signal that it read during render changes. Must be its first line. The library
 * subscribes during render. If React discards that render, nothing unmounts and the subscription leaks, so it is
 * dropped after 2 s.
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
