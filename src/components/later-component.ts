import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react';

/** A component in its own chunk. */
export interface LaterComponent<P> {
  (props: P): ReactNode;
  /** Loads its code before the first render, which then waits for nothing. Whoever renders it reports a failure. */
  readonly preload: () => void;
}

/**
 * Like `lazy`, but code that is loaded renders at once. `lazy` suspends for it, too; React then shows the fallback for at
 * least 300 ms.
 */
export function laterComponent<P extends object = object>(
  load: () => Promise<ComponentType<P>>,
): LaterComponent<P> {
  let loaded: ComponentType<P> | undefined;
  const Lazy = lazy(async () => {
    loaded = await load();
    return { default: loaded };
  });
  function Later(props: P): ReactNode {
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? Lazy);
    return createElement(Shown, props);
  }
  const preload = (): void => {
    load().then(
      (component) => {
        loaded = component;
      },
      () => {},
    );
  };
  return Object.assign(Later, { preload });
}
