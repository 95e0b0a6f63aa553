import { type ComponentType, useEffect, useState } from 'react';
import { untilLoaded } from '../components/until-loaded.ts';

/**
 * A component in its own chunk, without which the app works: it shows nothing until its code is there. (`lazy` would replace
 * the whole app with the error screen if that cannot be loaded.)
 */
export function laterOverlay<P extends object = object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  return function LaterOverlay(props: P) {
    const [Loaded, setLoaded] = useState<ComponentType<P>>();
    useEffect(() => void untilLoaded(load).then((component) => setLoaded(() => component)), []);
    return Loaded && <Loaded {...props} />;
  };
}
