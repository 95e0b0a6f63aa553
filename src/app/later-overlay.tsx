import { type ComponentType, useEffect, useState } from 'react';
import { later } from '../clock.ts';

const RETRY_MS = 3_000;

/**
 * A component in its own chunk, without which the app works: it shows nothing until its code is there, and asks for that again
 * after three seconds if it cannot be loaded. (`lazy` would replace the whole app with the error screen.)
 */
export function laterOverlay<P extends object = object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  return function LaterOverlay(props: P) {
    const [Loaded, setLoaded] = useState<ComponentType<P>>();
    useEffect(() => {
      let isGone = false;
      let stop = () => {};
      const ask = (): void => {
        load().then(
          (component) => isGone || setLoaded(() => component),
          () => {
            if (!isGone) stop = later(RETRY_MS, ask);
          },
        );
      };
      ask();
      return () => {
        isGone = true;
        stop();
      };
    }, []);
    return Loaded && <Loaded {...props} />;
  };
}
