import { type ReadonlySignal, useSignal } from '@preact/signals-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';

interface Seen<E> {
  readonly place: RefObject<E | null>;
  /** Whether the browser lays it out: on the screen or soon. True where it doesn't tell. */
  readonly seen: ReadonlySignal<boolean>;
}

/** For an element with `content-visibility: auto`, the `place`: what ticks in it may rest while nobody sees it. */
export function useSeen<E extends HTMLElement>(): Seen<E> {
  const place = useRef<E>(null);
  const seen = useSignal(true);
  useLayoutEffect(() => {
    const node = place.current;
    if (node === null) return;
    const take = (event: Event) => {
      seen.value = !(event as ContentVisibilityAutoStateChangeEvent).skipped;
    };
    node.addEventListener('contentvisibilityautostatechange', take);
    return () => node.removeEventListener('contentvisibilityautostatechange', take);
  }, [seen]);
  return { place, seen };
}
