import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { type BaseLocationHook, Router } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

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

/**
 * The address as React state. By default wouter reads it as an external store, which React cannot hold back during a
 * transition: a navigation would unmount the current screen before the next one is ready to paint.
 */
export function LocationRouter({ children }: { readonly children: ReactNode }) {
  const [place, setPlace] = useState(read);
  useEffect(() => {
    const follow = (): void => startTransition(() => setPlace(read));
    for (const event of EVENTS) addEventListener(event, follow);
    // A screen may have redirected while it was being mounted, before this effect could listen.
    follow();
    return () => {
      for (const event of EVENTS) removeEventListener(event, follow);
    };
  }, []);
  // Keep the object while the address stays the same: an entry pushed for an open dialog causes no render.
  const { path, search } = place;
  const stable = useMemo(() => ({ path, search }), [path, search]);
  return (
    <PlaceContext.Provider value={stable}>
      <Router hook={usePlace}>{children}</Router>
    </PlaceContext.Provider>
  );
}
