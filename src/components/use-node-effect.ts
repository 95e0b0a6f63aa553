import { effect } from '@preact/signals-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * For content that changes too often to be rendered: `write` is called with the node at once and whenever a signal that
 * it read changes, without a React render. Pass a stable function, or every render recreates the effect.
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
