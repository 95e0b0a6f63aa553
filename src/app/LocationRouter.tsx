import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type BaseLocationHook, Router } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { afterPaint } from '../components/after-paint.ts';
import styles from './LocationRouter.module.css';
import { routeOf } from './routes.ts';

interface Place {
  readonly path: string;
  /** With its `?`; empty without a query. */
  readonly search: string;
}

const read = (): Place => ({ path: location.pathname, search: location.search });
const PlaceContext = createContext<Place>({ path: '/', search: '' });

const usePlace: BaseLocationHook = Object.assign(
  (): ReturnType<BaseLocationHook> => [useContext(PlaceContext).path, navigate],
  { searchHook: () => useContext(PlaceContext).search },
);

/** The events that wouter dispatches after its own pushes and replacements. */
const EVENTS = ['popstate', 'pushState', 'replaceState'] as const;

/** Calls `listener` as soon as the address has changed, in the task of the tap that leads there; returns an unsubscribe function. */
export function onAddress(listener: () => void): () => void {
  for (const event of EVENTS) addEventListener(event, listener);
  return () => {
    for (const event of EVENTS) removeEventListener(event, listener);
  };
}

const ROWS = [0, 1, 2, 3, 4, 5, 6] as const;

/**
 * The address as React state. By default wouter reads it as an external store, which React cannot hold back during a
 * transition: a navigation would unmount the current screen before the next one is ready to paint.
 *
 * A tap that leads to another screen is answered in its own frame by an outline, which costs next to nothing; React begins
 * with the screen in the task after that frame.
 */
export function LocationRouter({ children }: { readonly children: ReactNode }) {
  const [place, setPlace] = useState(read);
  const veil = useRef<HTMLDivElement>(null);
  const shown = useRef(place.path);
  useLayoutEffect(() => {
    shown.current = place.path;
    if (veil.current !== null) veil.current.hidden = true;
  }, [place]);
  useEffect(() => {
    let cancel = (): void => {};
    const follow = (): void => {
      cover(veil.current, shown.current);
      cancel();
      cancel = afterPaint(() => startTransition(() => setPlace(read)));
    };
    const stop = onAddress(follow);
    // A screen may have redirected while it was being mounted, before this effect could listen.
    follow();
    return () => {
      cancel();
      stop();
    };
  }, []);
  // Keep the object while the address stays the same: an entry pushed for an open dialog causes no render.
  const { path, search } = place;
  const stable = useMemo(() => ({ path, search }), [path, search]);
  return (
    <PlaceContext.Provider value={stable}>
      <Router hook={usePlace}>{children}</Router>
      <div ref={veil} className={styles.veil} aria-hidden="true" hidden>
        {ROWS.map((row) => (
          <i key={row} />
        ))}
      </div>
    </PlaceContext.Provider>
  );
}

/** Shows the outline of the screen that the address leads to. Home needs none: it stays mounted. */
function cover(veil: HTMLElement | null, from: string): void {
  const [now, next] = [routeOf(from), routeOf(location.pathname)];
  if (veil === null || next === undefined || next === now || next.screen === 'home') return;
  veil.dataset['outline'] = next.outline;
  veil.hidden = false;
}
