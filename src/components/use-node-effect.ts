import { effect } from '@preact/signals-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * For what changes too often to be rendered: `write` gets the node now and again whenever a signal that it read
 * changes, without a React render. Pass a function that stays the same, or the effect is set up anew with every render.
 */
export function useNodeEffect<N extends Element>(write: (node: N) => void): RefObject<N | null> {
  const node = useRef<N>(null);
  useLayoutEffect(() => {
    const { current } = node;
    if (current === null) return;
    return effect(() => {
      write(current);
    });
  }, [write]);
  return node;
}
